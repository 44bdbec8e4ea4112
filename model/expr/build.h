#pragma once

#include "model/expr/expr.h"

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

/* Return the sum (product, max, min, as "kind" is LCM_X_SUM_OF, LCM_X_MUL_OF,
 * LCM_X_MAX, LCM_X_MIN) of the "n" expressions at "args", in time n log n.
 * n = 0 gives 0 for a sum and 1 for a product, and is a fault for others. */
const lcm_expr *lcm_expr_nary(lcm_ctx *ctx, lcm_expr_kind kind,
                              const lcm_expr *const *args, size_t n);
