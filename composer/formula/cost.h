/* How the evaluation of an expression grows. */
#pragma once

#include "model/expr/expr.h"

/* Return how many steps evaluating "e" takes as its names grow, in O notation:
 * "O(1)", "O(N*P)"; NULL where that has no short form. */
const char *lcm_formula_cost(lcm_ctx *ctx, const lcm_expr *e);
