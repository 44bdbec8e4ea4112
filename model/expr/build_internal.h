#pragma once

#include "model/expr/internal.h"

/* Return "e" without its coefficient, which goes into "*coefficient", and
 * without the unit of that; NULL (and the number) when "e" is a number. */
const lcm_expr *lcm_expr_core(lcm_ctx *ctx, lcm_rat *coefficient,
                              const lcm_expr *e);
