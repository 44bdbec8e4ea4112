/* Calls of parallel libraries by their names: also those that a text holds
 * where libclang understands it in part. */
#pragma once

#include "analyzer/clang/tu.h"

/* Return the programming model that the function "name" belongs to, "mpi",
 * "pthread" or "c11"; NULL where it is none of theirs. */
const char *lcm_call_model(const char *name);

/* Add the calls of interest that the text of the unit holds outside what
 * "calls" knows to "out". */
void lcm_calls_of_text(lcm_construct_list *out, const lcm_tu *tu,
                       const struct lcm_known_calls *calls);

/* Order offsets, each an unsigned, for qsort. */
int lcm_offset_order(const void *a, const void *b);
