/* Iterations of a loop in which two accesses touch the same element. */
#pragma once

#include "model/edit/depend/accesses.h"
#include "model/sections/sections.h"

/* Put whether "a" and "b" touch the same element in iterations of the loop with
 * the index of "range" that are "equal" or else different ones into "*out",
 * with an example: the value of that index is the first of each side. NULL for
 * "range": in any executions. */
void lcm_edit_meet(struct lcm_met *out, lcm_ctx *ctx,
                   const lcm_iteration *range,
                   const struct lcm_edit_access *const sides[2], bool equal);

/* Return whether one of the accesses "all" of the loop over "range" is outside
 * of its array in an iteration of the example of "met": it does not happen. */
bool lcm_edit_never_comes(const struct lcm_edit_accesses *all,
                          const lcm_iteration *range,
                          const struct lcm_met *met);
