/* Derivatives. */
#pragma once

#include "model/expr/types.h"

/* Return the derivative of "e" by the symbol or coefficient called "name";
 * NULL without a diagnostic where there is none in closed form. */
const lcm_expr *lcm_expr_derive(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name);

/* Return the derivative of "e" by "name" as that grows from its value ("side"
 * is 1), or up to it (-1): where maxima, minima and absolute values have a
 * corner the two differ.  What is rounded, and conditions, count as they are
 * beside their steps.  NULL without a diagnostic where there is none. */
const lcm_expr *lcm_expr_slope(lcm_ctx *ctx, const lcm_expr *e,
                               const char *name, int side);
