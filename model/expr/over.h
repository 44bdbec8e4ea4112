/* Sums, products and maxima over an index, in closed form where possible. */
#pragma once

#include "model/expr/types.h"

/* Return the sum, product or maximum (LCM_X_SUM, LCM_X_PROD, LCM_X_MAX_OVER)
 * of "body" over "range".  A sum of a polynomial in the index closes by
 * Faulhaber's formula, under the guard [from <= to + 1] where the domains do
 * not exclude an emptier range.  The maximum over an empty range is 0. */
const lcm_expr *lcm_expr_over(lcm_ctx *ctx, lcm_expr_kind kind,
                              struct lcm_range range, const lcm_expr *body);

/* As lcm_expr_over, but nothing is closed. */
const lcm_expr *lcm_expr_over_open(lcm_ctx *ctx, lcm_expr_kind kind,
                                   struct lcm_range range,
                                   const lcm_expr *body);

/* Return the sum of the polynomial "body" in the index of "range" as
 * Faulhaber's formula has it: right where from <= to + 1 and both are whole.
 * NULL where "body" is no polynomial. */
const lcm_expr *lcm_expr_sum_polynomial(lcm_ctx *ctx, struct lcm_range range,
                                        const lcm_expr *body);

/* Return "e" (NULL for NULL) with the comparisons, maxima and minima in it
 * decided that "range" decides, wherever it is not empty: linear ones that
 * hold at both its ends. */
const lcm_expr *lcm_expr_settle(lcm_ctx *ctx, struct lcm_range range,
                                const lcm_expr *e);

/* Return "e" with the sums closed that close where all its names have whole
 * values: equal to "e" there. */
const lcm_expr *lcm_expr_close(lcm_ctx *ctx, const lcm_expr *e);

/* Return "e" (NULL for NULL) with the sums, products and maxima over ranges in
 * it that depend on no name as the numbers that they are. */
const lcm_expr *lcm_expr_numbers(lcm_ctx *ctx, const lcm_expr *e);

/* Return whether "e" has a sum, product or maximum over a range. */
bool lcm_expr_has_loop(const lcm_expr *e);

/* Return whether "e" has a sum, product or maximum over a range that speaks of
 * "name": to evaluate it may take as long as the value of that is large. */
bool lcm_expr_sums_over(const lcm_expr *e, const char *name);
