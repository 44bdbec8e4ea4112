/* Expressions made of others: substitution, expansion, comparison; the names
 * that occur. */
#pragma once

#include "model/expr/types.h"

/* Put the names that occur free in "e" into "*names" (memory of "ctx"), in
 * alphabetical order without repetition; return how many. */
size_t lcm_expr_names(const char *const **names, lcm_ctx *ctx,
                      const lcm_expr *e);

/* As lcm_expr_names of the "n" expressions at "all" together. */
size_t lcm_expr_names_all(const char *const **names, lcm_ctx *ctx,
                          const lcm_expr *const *all, size_t n);

/* Put the coefficients that occur in "e" into "*coefs" (memory of "ctx"), in
 * the order of their names; return how many. */
size_t lcm_expr_coefs(const lcm_coef *const **coefs, lcm_ctx *ctx,
                      const lcm_expr *e);

/* Return "e" with the "n" symbols of "substs" replaced at the same time;
 * bound indices are renamed where a replacement would be captured. */
const lcm_expr *lcm_expr_subst(lcm_ctx *ctx, const lcm_expr *e,
                               const struct lcm_subst *substs, size_t n);

/* Return "e" where the conditions that speak of one of the "n" names at "names"
 * (NULL: all conditions) hold as often as not. */
const lcm_expr *lcm_expr_even(lcm_ctx *ctx, const lcm_expr *e,
                              const char *const *names, size_t n);

/* Return "e" with products and whole powers of sums multiplied out, within
 * the budget; what is rounded to a whole number stays as it is, for (n - 2)/p
 * can be whole where n/p - 2/p is a little less. */
const lcm_expr *lcm_expr_expand(lcm_ctx *ctx, const lcm_expr *e);

/* Return how "a" compares with "b" wherever the assumptions hold. */
lcm_relation lcm_expr_compare(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b);
