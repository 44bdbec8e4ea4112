/* Counted costs as JSON (lcm-costs/1). */
#pragma once

#include "model/results/costs.h"

/* Return "costs" as JSON (lcm-costs/1), with values at the first point of
 * "grid" where all names have one there. */
LCM_GIVE char *lcm_costs_to_json(lcm_ctx *ctx, const lcm_costs *costs,
                                 const lcm_grid *grid);

/* Put the value of "e" at the first point of "grid" (may be NULL) into "*out",
 * without what rounding adds to a whole number; false where it has none. */
bool lcm_cost_value(double *out, lcm_ctx *ctx, const lcm_expr *e,
                    const lcm_grid *grid);

/* Return the word for "kind". */
const char *lcm_cost_word(lcm_cost_kind kind);
