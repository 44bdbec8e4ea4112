/* The ranges of small arrays of ranks that MPI reads. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add the numbers of the array of ranges "name", `int name[][3]`, as its
 * initializer or single assignments give them, to "out"; nothing where they are
 * not known. */
void lcm_numbers_ranges(struct lcm_lowering *l, lcm_expr_list *out,
                        const char *name);
