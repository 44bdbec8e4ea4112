/* Values of indices by rounds, and where a condition ends them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how often numbers grow by the factor "factor" from 1 to "ratio" at
 * most. */
const lcm_expr *lcm_progress_powers(lcm_ctx *ctx, const lcm_expr *ratio,
                                    const lcm_expr *factor);

/* Return the value of the index of "range", which becomes smaller where "down",
 * in round "k", from 0. */
const lcm_expr *lcm_progress_index(lcm_ctx *ctx, const lcm_iteration *range,
                                   const lcm_expr *k, bool down);

/* Let "range", the values of an index that becomes smaller where "down", end
 * with the first for which "cond" holds. */
void lcm_progress_trim(lcm_iteration *range, lcm_ctx *ctx, const lcm_expr *cond,
                       bool down);
