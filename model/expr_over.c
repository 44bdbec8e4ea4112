#include <string.h>

#include "model/expr_internal.h"

enum { MAX_DEGREE = 12 };

/* A polynomial in an index: coefficients of its powers. */
struct polynomial {
  const lcm_expr *by_power[MAX_DEGREE + 1];
};

/* Put the power of the symbol "index" in the factor "e" into "*power" (0 for
 * others); false where the index occurs otherwise. */
static bool power_of(unsigned *power, const lcm_expr *e, const char *index) {
  *power = 0;
  if (!lcm_expr_has(e, index))
    return true;
  const lcm_expr *base = e->kind == LCM_X_POW ? e->args[0] : e;
  if (base->kind != LCM_X_SYMBOL)
    return false;
  *power = 1;
  for (unsigned k = 1; e->kind == LCM_X_POW && k <= MAX_DEGREE; k++)
    if (lcm_expr_is_int(e->args[1], (long long)k)) {
      *power = k;
      return true;
    }
  return e->kind != LCM_X_POW;
}

/* Add the monomial "e" to "polynomial" in "index"; false where it is none. */
static bool add_monomial(lcm_ctx *ctx, struct polynomial *polynomial,
                         const lcm_expr *e, const char *index) {
  const bool product = e->kind == LCM_X_MUL_OF;
  unsigned degree = 0;
  for (size_t i = 0; i < (product ? e->n : 1); i++) {
    unsigned power = 0;
    if (!power_of(&power, product ? e->args[i] : e, index))
      return false;
    degree += power;
  }
  if (degree > MAX_DEGREE)
    return false;
  const lcm_expr *symbol = lcm_expr_symbol(ctx, index, LCM_DIM_NONE);
  const lcm_expr *rest = lcm_expr_div(
      ctx, e, lcm_expr_pow(ctx, symbol, lcm_expr_int(ctx, degree)));
  const lcm_expr *known = polynomial->by_power[degree];
  polynomial->by_power[degree] = known ? lcm_expr_add(ctx, known, rest) : rest;
  return rest && !lcm_expr_has(rest, index);
}

/* Take "e" apart as a polynomial in "index"; false where it is none. */
static bool as_polynomial(lcm_ctx *ctx, struct polynomial *out,
                          const lcm_expr *e, const char *index) {
  memset(out, 0, sizeof *out);
  const bool sum = e->kind == LCM_X_SUM_OF;
  for (size_t i = 0; i < (sum ? e->n : 1); i++)
    if (!add_monomial(ctx, out, sum ? e->args[i] : e, index))
      return false;
  return true;
}

/* Return 0^k + 1^k + ... + m^k as a polynomial in "m": the recurrence
 * (k+1) S_k = (m+1)^(k+1) - sum_j<k binomial(k+1, j) S_j (Faulhaber). */
static const lcm_expr *power_sum(lcm_ctx *ctx, unsigned k, const lcm_expr *m) {
  const lcm_expr *sums[MAX_DEGREE + 1];
  const lcm_expr *next = lcm_expr_add(ctx, m, lcm_expr_int(ctx, 1));
  for (unsigned d = 0; d <= k; d++) {
    const lcm_expr *top =
        lcm_expr_expand(ctx, lcm_expr_pow(ctx, next, lcm_expr_int(ctx, d + 1)));
    long long binomial = 1;
    for (unsigned j = 0; j < d; j++) {
      top = lcm_expr_sub(
          ctx, top, lcm_expr_mul(ctx, lcm_expr_int(ctx, binomial), sums[j]));
      binomial = binomial * (d + 1 - j) / (j + 1);
    }
    sums[d] = lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, d + 1), top);
  }
  return sums[k];
}

/* Return the sum of "polynomial" over "range". */
static const lcm_expr *sum_polynomial(lcm_ctx *ctx,
                                      const struct polynomial *polynomial,
                                      struct lcm_range range) {
  const lcm_expr *before = lcm_expr_sub(ctx, range.from, lcm_expr_int(ctx, 1));
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (unsigned k = 0; k <= MAX_DEGREE; k++) {
    if (!polynomial->by_power[k])
      continue;
    const lcm_expr *part = lcm_expr_sub(ctx, power_sum(ctx, k, range.to),
                                        power_sum(ctx, k, before));
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_mul(ctx, polynomial->by_power[k], part));
  }
  return sum;
}

const lcm_expr *lcm_expr_sum_polynomial(lcm_ctx *ctx, struct lcm_range range,
                                        const lcm_expr *body) {
  struct polynomial polynomial;
  const lcm_expr *expanded = lcm_expr_expand(ctx, body);
  if (!expanded || !as_polynomial(ctx, &polynomial, expanded, range.index))
    return NULL;
  return sum_polynomial(ctx, &polynomial, range);
}

/* Return the sum of "body" in closed form, or NULL where it has none. */
static const lcm_expr *closed_sum(lcm_ctx *ctx, struct lcm_range range,
                                  const lcm_expr *body) {
  if (!lcm_expr_is_whole(range.from) || !lcm_expr_is_whole(range.to))
    return NULL;
  const lcm_expr *sum = lcm_expr_sum_polynomial(ctx, range, body);
  if (!sum)
    return NULL;
  const lcm_expr *some =
      lcm_expr_binary(ctx, LCM_X_LE, range.from,
                      lcm_expr_add(ctx, range.to, lcm_expr_int(ctx, 1)));
  return lcm_expr_mul(ctx, some, sum);
}

const lcm_expr *lcm_expr_over(lcm_ctx *ctx, lcm_expr_kind kind,
                              struct lcm_range range, const lcm_expr *body) {
  if (!range.from || !range.to || !body)
    return NULL;
  const lcm_expr *closed =
      kind == LCM_X_SUM && !lcm_expr_is_zero(body) &&
              lcm_dim_equal(range.from->dim, LCM_DIM_NONE) &&
              lcm_dim_equal(range.to->dim, LCM_DIM_NONE)
          ? closed_sum(ctx, range, body)
          : NULL;
  return closed ? closed : lcm_expr_over_open(ctx, kind, range, body);
}

const lcm_expr *lcm_expr_over_open(lcm_ctx *ctx, lcm_expr_kind kind,
                                   struct lcm_range range,
                                   const lcm_expr *body) {
  if (!range.from || !range.to || !body)
    return NULL;
  if (lcm_expr_is_zero(body) && kind != LCM_X_PROD)
    return body;
  if (!lcm_dim_equal(range.from->dim, LCM_DIM_NONE) ||
      !lcm_dim_equal(range.to->dim, LCM_DIM_NONE))
    return lcm_expr_mismatch(ctx, "a range and a number", range.from->dim,
                             range.to->dim);
  if (kind == LCM_X_PROD && !lcm_dim_equal(body->dim, LCM_DIM_NONE))
    return lcm_expr_mismatch(ctx, "a product over a range and a number",
                             body->dim, LCM_DIM_NONE);
  const lcm_expr *args[] = {range.from, range.to, body};
  const lcm_expr draft = {.kind = kind,
                          .dim = body->dim,
                          .rat = {1, 1, NULL},
                          .name = lcm_intern(ctx, range.index),
                          .args = args,
                          .n = 3};
  return lcm_expr_intern(ctx, &draft);
}
