/* What evaluating a closed form costs. */
#pragma once

#include "model/expr/expr.h"

/* Return what evaluating "e" costs, such as "O(N)". */
const char *lcm_bound_cost_of(lcm_ctx *ctx, const lcm_expr *e);

/* Return how many operators and operands "e" (or NULL) has when it is written
 * out, common parts as often as they occur. */
double lcm_bound_length_of(lcm_ctx *ctx, const lcm_expr *e);
