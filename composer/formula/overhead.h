/* What the processors of a program do beyond the work of one. */
#pragma once

#include "model/expr/expr.h"

/* Return T(1), the value of the closed form "time" over p and other names on
 * one processor, in the memory of "ctx"; NULL where it has none. */
const lcm_expr *lcm_formula_alone(lcm_ctx *ctx, const lcm_expr *time);

/* Return the total overhead T_O = p T(p) - T(1) of a program whose time is
 * "time", and "alone" on one processor (Pacheco 1997, 12.2): in
 * processor-seconds, in the memory of "ctx". */
const lcm_expr *lcm_formula_overhead(lcm_ctx *ctx, const lcm_expr *time,
                                     const lcm_expr *alone);
