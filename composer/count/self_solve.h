/* Recurrences of a count. */
#pragma once

#include "composer/count/self.h"

/* Find the closed forms of "r". */
void lcm_cost_solve(struct lcm_cost_recursion *r, lcm_ctx *ctx);

/* Put what "r" comes to where its parameters are "args" (NaN: not known) and
 * other names as in "grid" (may be NULL) into "out"; return why that is not
 * known, or NULL. */
const char *lcm_cost_evaluate(double out[LCM_COST_KINDS],
                              struct lcm_cost_recursion *r, lcm_ctx *ctx,
                              const lcm_grid *grid, const double *args);
