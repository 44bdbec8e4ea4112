/* Calls that are parallel constructs, as libclang finds them, and calls of
 * parallel libraries by their names. */
#pragma once

#include "analyzer/clang/tu.h"

/* Put the calls of the file that are parallel constructs into "out", and those
 * of included files: of those of "parts", or of all files of the project where
 * that is NULL. */
void lcm_tu_calls(lcm_construct_list *out, lcm_tu *tu,
                  const struct lcm_part_list *parts);

/* Return the programming model that the function "name" belongs to, "mpi",
 * "pthread" or "c11"; NULL where it is none of theirs. */
const char *lcm_call_model(const char *name);
