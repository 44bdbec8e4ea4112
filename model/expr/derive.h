/* Derivatives. */
#pragma once

#include "model/expr/types.h"

/* Return the derivative of "e" by the symbol or coefficient called "name";
 * NULL without a diagnostic where there is none in closed form. */
const lcm_expr *lcm_expr_derive(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name);
