/* Arrays of counts and datatypes that MPI reads: what the function sets them
 * to. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return element "k" of the array "name" as the call "call" reads it; NULL
 * where the function does not say. */
const lcm_expr *lcm_counts_element(struct lcm_lowering *l, const lcm_ast *call,
                                   const char *name, size_t k);

/* Return the element "index" of the array "name", each of whose elements a loop
 * sets, as the call "call" reads it; NULL where the function does not say. */
const lcm_expr *lcm_counts_at(struct lcm_lowering *l, const lcm_ast *call,
                              const char *name, const lcm_expr *index);

/* Return the mean of the "n" elements of the array "name" as the call
 * "call" reads it; NULL where the function does not say. */
const lcm_expr *lcm_counts_mean(struct lcm_lowering *l, const lcm_ast *call,
                                const char *name, const lcm_expr *n);
