/* Constructors of numbers, sums, products and powers in normal form. */
#pragma once

#include "base/rational.h"
#include "model/expr/types.h"

/* Return the whole number "value". */
const lcm_expr *lcm_expr_int(lcm_ctx *ctx, long long value);

/* Return the exact fraction num/den; "den" is not 0. */
const lcm_expr *lcm_expr_ratio(lcm_ctx *ctx, long long num, long long den);

/* Return the finite number "value" as a real literal: kept apart from exact
 * numbers where it is not a short decimal, merged where it is ("0.1" is
 * 1/10). */
const lcm_expr *lcm_expr_real(lcm_ctx *ctx, double value);

/* Return the exact value of the decimal literal "text" ("2.8e-10"). */
const lcm_expr *lcm_expr_decimal(lcm_ctx *ctx, const char *text);

/* Return 1 of "unit" ("ms": 1/1000 with dimension time). */
const lcm_expr *lcm_expr_unit(lcm_ctx *ctx, const struct lcm_measure *unit);

/* Return the sum, the difference, the product. */
const lcm_expr *lcm_expr_add(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_sub(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_mul(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);

/* Division by the number 0 is diagnostic "domain". */
const lcm_expr *lcm_expr_div(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_neg(lcm_ctx *ctx, const lcm_expr *a);
const lcm_expr *lcm_expr_pow(lcm_ctx *ctx, const lcm_expr *base,
                             const lcm_expr *exponent);

/* Return the sum of the "n" expressions at "args", 0 for none. */
const lcm_expr *lcm_expr_sum_of(lcm_ctx *ctx, const lcm_expr *const *args,
                                size_t n);

/* Return their product, 1 for none. */
const lcm_expr *lcm_expr_product_of(lcm_ctx *ctx, const lcm_expr *const *args,
                                    size_t n);

/* Return "e" without its coefficient, which goes into "*coefficient", and
 * without the unit of that; NULL (and the number) when "e" is a number. */
const lcm_expr *lcm_expr_core(lcm_ctx *ctx, lcm_rat *coefficient,
                              const lcm_expr *e);
