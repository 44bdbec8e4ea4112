/* Constructors of functions, relations, conditions and operators of several
 * operands. */
#pragma once

#include "model/expr/types.h"

/* Return the one-argument function "kind" (ABS FLOOR CEIL EXP LOG LOG2 LOG10
 * SQRT NOT) of "a". */
const lcm_expr *lcm_expr_apply(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a);

/* Return the two-argument operator "kind" (MOD DIV LT LE EQ NE AND OR) of "a"
 * and "b"; DIV is the quotient rounded to minus infinity, and a mod b has the
 * sign of b.  a > b is written as b < a. */
const lcm_expr *lcm_expr_binary(lcm_ctx *ctx, lcm_expr_kind kind,
                                const lcm_expr *a, const lcm_expr *b);

/* Return if(cond, yes, no). */
const lcm_expr *lcm_expr_if(lcm_ctx *ctx, const lcm_expr *cond,
                            const lcm_expr *yes, const lcm_expr *no);

/* Return the sum (product, max, min, as "kind" is LCM_X_SUM_OF, LCM_X_MUL_OF,
 * LCM_X_MAX, LCM_X_MIN) of the "n" expressions at "args", in time n log n.
 * n = 0 gives 0 for a sum and 1 for a product, and is a fault for others. */
const lcm_expr *lcm_expr_nary(lcm_ctx *ctx, lcm_expr_kind kind,
                              const lcm_expr *const *args, size_t n);
