/* Which function a call of gcc's OpenMP library is given. */
#pragma once

#include "measure/profile_internal.h"

/* Return where the function begins that gcc made of a construct
 * (`main._omp_fn.0`) and that the call which ends at "end" in the module
 * "path" is given as its first argument: put into its register, or copied there
 * from another one which got it before in that function; 0 where that is not
 * known. */
uint64_t profile_outlined(struct profile_symbols *symbols, const char *path,
                          uint64_t end);
