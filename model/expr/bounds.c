/* Assumptions about symbols, and the bounds of expressions that they prove. */
#include <math.h>

#include "model/expr/bounds.h"
#include "model/expr/bounds_internal.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/intern_internal.h"
#include "model/expr/operate.h"

/* A closed interval. */
struct interval {
  double low;
  double high;
};

static const struct interval ALL = {-INFINITY, INFINITY};

/* Return the interval of what "e" can be. */
static struct interval bounds_of(const lcm_expr *e);

/* Return x * y where 0 times infinity is 0. */
static double times(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }

/* Return the product of two intervals. */
static struct interval multiply(struct interval a, struct interval b) {
  const double p[] = {times(a.low, b.low), times(a.low, b.high),
                      times(a.high, b.low), times(a.high, b.high)};
  return (struct interval){fmin(fmin(p[0], p[1]), fmin(p[2], p[3])),
                           fmax(fmax(p[0], p[1]), fmax(p[2], p[3]))};
}

/* Return the interval of a power with a known exponent. */
static struct interval raise(struct interval base, double exponent) {
  const bool even = exponent == floor(exponent) && fmod(exponent, 2) == 0;
  if (base.low >= 0 && exponent >= 0)
    return (struct interval){pow(base.low, exponent), pow(base.high, exponent)};
  if (base.low >= 0)
    return (struct interval){isinf(base.high) ? 0 : pow(base.high, exponent),
                             pow(base.low, exponent)};
  if (even && exponent > 0)
    return (struct interval){
        base.high < 0 ? pow(base.high, exponent) : 0,
        fmax(pow(base.low, exponent), pow(base.high, exponent))};
  if (even)
    return (struct interval){0, INFINITY};
  return ALL;
}

/* Return the interval of the power "e". */
static struct interval power_bounds(const lcm_expr *e) {
  const struct interval base = bounds_of(e->args[0]);
  const struct interval exponent = bounds_of(e->args[1]);
  if (exponent.low == exponent.high)
    return raise(base, exponent.low);
  return base.low >= 0 ? (struct interval){0, INFINITY} : ALL;
}

/* How many terms of a sum are compared with those of a condition. */
enum { MOST_TERMS = 8 };

/* A sum: a number and terms, each with the number it is multiplied by. */
struct linear {
  double number;
  const lcm_expr *terms[MOST_TERMS];
  double by[MOST_TERMS];
  size_t n;
};

/* Return the factors of the term "*e" beside its number. */
static const lcm_expr *const *factors_of(const lcm_expr *const *e, size_t *n) {
  *n = (*e)->kind == LCM_X_MUL_OF ? (*e)->n : 1;
  return (*e)->kind == LCM_X_MUL_OF ? (*e)->args : e;
}

/* Return whether the terms "a" and "b" differ by nothing but a number. */
static bool is_alike(const lcm_expr *a, const lcm_expr *b) {
  size_t n = 0;
  size_t m = 0;
  const lcm_expr *const *x = factors_of(&a, &n);
  const lcm_expr *const *y = factors_of(&b, &m);
  bool alike = n == m;
  for (size_t i = 0; i < n && alike; i++)
    alike = x[i] == y[i];
  return alike;
}

/* Add "by" times the term "e" to "sum"; false where there are too many. */
static bool add_term(struct linear *sum, const lcm_expr *e, double by) {
  by *= e->kind == LCM_X_MUL_OF ? e->number : 1;
  if (e->kind == LCM_X_NUMBER) {
    sum->number += by * e->number;
    return true;
  }
  size_t i = 0;
  while (i < sum->n && !is_alike(sum->terms[i], e))
    i++;
  if (i == MOST_TERMS)
    return false;
  sum->by[i] = i < sum->n ? sum->by[i] + by : by;
  sum->terms[i] = e;
  sum->n = i < sum->n ? sum->n : i + 1;
  return true;
}

/* Add "by" times "e" to "sum"; false where there are too many terms. */
static bool add_linear(struct linear *sum, const lcm_expr *e, double by) {
  bool good = true;
  if (e->kind != LCM_X_SUM_OF)
    return add_term(sum, e, by);
  for (size_t i = 0; i < e->n && good; i++)
    good = add_term(sum, e->args[i], by);
  return good;
}

/* Return the least that "e" can be where "condition" holds, as far as that
 * says how it differs from "e" by a number; -infinity elsewhere. */
static double least_where(const lcm_expr *e, const lcm_expr *condition) {
  struct linear rest = {0};
  if (condition->kind != LCM_X_LE && condition->kind != LCM_X_LT)
    return -INFINITY;
  bool good = add_linear(&rest, e, 1) &&
              add_linear(&rest, condition->args[1], -1) &&
              add_linear(&rest, condition->args[0], 1);
  for (size_t i = 0; i < rest.n && good; i++)
    good = rest.by[i] == 0;
  return good ? rest.number : -INFINITY;
}

/* Return the interval of the factor number "i" of "e" where the product is not
 * 0, which is where the conditions among its factors hold. */
static struct interval factor_bounds(const lcm_expr *e, size_t i) {
  struct interval found = bounds_of(e->args[i]);
  for (size_t k = 0; k < e->n && found.low < 0; k++)
    found.low = fmax(found.low, least_where(e->args[i], e->args[k]));
  return found;
}

/* Return the interval of the product "e". */
static struct interval product_bounds(const lcm_expr *e) {
  struct interval all = {e->number, e->number};
  for (size_t i = 0; i < e->n; i++)
    all = multiply(all, factor_bounds(e, i));
  return all;
}

/* Return the interval of the sum "e". */
static struct interval sum_bounds(const lcm_expr *e) {
  struct interval all = {0, 0};
  for (size_t i = 0; i < e->n; i++) {
    const struct interval part = bounds_of(e->args[i]);
    all = (struct interval){all.low + part.low, all.high + part.high};
  }
  return all;
}

/* Return the interval of the max or min "e". */
static struct interval extreme_bounds(const lcm_expr *e) {
  struct interval all = bounds_of(e->args[0]);
  for (size_t i = 1; i < e->n; i++) {
    const struct interval part = bounds_of(e->args[i]);
    all.low = e->kind == LCM_X_MAX ? fmax(all.low, part.low)
                                   : fmin(all.low, part.low);
    all.high = e->kind == LCM_X_MAX ? fmax(all.high, part.high)
                                    : fmin(all.high, part.high);
  }
  return all;
}

/* Return the interval of the rising function "kind" over "a". */
static struct interval rising(lcm_expr_kind kind, struct interval a) {
  const struct interval out = {lcm_expr_operate(kind, a.low, 0),
                               lcm_expr_operate(kind, a.high, 0)};
  return (struct interval){isnan(out.low) ? -INFINITY : out.low,
                           isnan(out.high) ? INFINITY : out.high};
}

/* Return the interval of a mod b. */
static struct interval mod_bounds(const lcm_expr *e) {
  const struct interval b = bounds_of(e->args[1]);
  return b.low > 0 ? (struct interval){0, b.high} : ALL;
}

/* Return the interval of the sum or maximum over a range "e". */
static struct interval over_bounds(const lcm_expr *e) {
  const struct interval body = bounds_of(e->args[2]);
  if (body.low >= 0)
    return (struct interval){0,
                             e->kind == LCM_X_MAX_OVER ? body.high : INFINITY};
  return ALL;
}

/* Return the interval of "e" afresh. */
static struct interval compute(const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_NUMBER:
    return (struct interval){e->number, e->number};
  case LCM_X_SYMBOL:
    return (struct interval){e->domain->low, e->domain->high};
  case LCM_X_COEF:
    return e->coef->half_width == 0
               ? (struct interval){e->coef->value, e->coef->value}
               : ALL;
  case LCM_X_SUM_OF:
    return sum_bounds(e);
  case LCM_X_MUL_OF:
    return product_bounds(e);
  case LCM_X_POW:
    return power_bounds(e);
  case LCM_X_MAX:
  case LCM_X_MIN:
    return extreme_bounds(e);
  case LCM_X_ABS: {
    const struct interval a = bounds_of(e->args[0]);
    return (struct interval){0, fmax(fabs(a.low), fabs(a.high))};
  }
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
    return rising(e->kind, bounds_of(e->args[0]));
  case LCM_X_MOD:
    return mod_bounds(e);
  case LCM_X_OF_TRUTH:
    return (struct interval){0, 1};
  case LCM_X_IF: {
    const struct interval a = bounds_of(e->args[1]);
    const struct interval b = bounds_of(e->args[2]);
    return (struct interval){fmin(a.low, b.low), fmax(a.high, b.high)};
  }
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    return over_bounds(e);
  case LCM_X_DIV:
  case LCM_X_SQRT:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
    break;
  }
  return ALL;
}

static struct interval bounds_of(const lcm_expr *e) {
  struct lcm_bounds_cache *cache = e->cache;
  if (cache->at != e->common->generation) {
    const struct interval found = compute(e);
    cache->low = isnan(found.low) ? -INFINITY : found.low;
    cache->high = isnan(found.high) ? INFINITY : found.high;
    cache->at = e->common->generation;
  }
  return (struct interval){cache->low, cache->high};
}

void lcm_expr_bounds(double *low, double *high, const lcm_expr *e) {
  *low = -INFINITY;
  *high = INFINITY;
  if (!e)
    return;
  const struct interval found = bounds_of(e);
  *low = found.low;
  *high = found.high;
}

void lcm_expr_assume(lcm_ctx *ctx, const lcm_expr *symbol, double low,
                     double high, bool whole) {
  if (!symbol)
    return;
  struct lcm_domain *known = symbol->domain;
  if (known->low == low && known->high == high && known->whole == whole)
    return;
  lcm_expr_state(ctx)->common.generation++;
  *known = (struct lcm_domain){low, high, whole};
}

void lcm_expr_assume_nothing(lcm_ctx *ctx) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  state->common.generation++;
  for (size_t i = 0; i < state->cap; i++)
    if (state->table[i] && state->table[i]->domain)
      *state->table[i]->domain =
          (struct lcm_domain){-INFINITY, INFINITY, false};
}

/* Return whether all operands of "e" are whole. */
static bool all_whole(const lcm_expr *e) {
  for (size_t i = 0; i < e->n; i++)
    if (!lcm_expr_is_whole(e->args[i]))
      return false;
  return true;
}

bool lcm_expr_is_whole(const lcm_expr *e) {
  double low = 0;
  double high = 0;
  switch (e->kind) {
  case LCM_X_NUMBER:
    return lcm_rat_is_whole(e->rat);
  case LCM_X_SYMBOL:
    return e->domain->whole;
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_DIV:
  case LCM_X_OF_TRUTH:
    return true;
  case LCM_X_MUL_OF:
    return lcm_rat_is_whole(e->rat) && all_whole(e);
  case LCM_X_SUM_OF:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_MOD:
    return all_whole(e);
  case LCM_X_POW:
    lcm_expr_bounds(&low, &high, e->args[1]);
    return low >= 0 && all_whole(e);
  case LCM_X_IF:
    return lcm_expr_is_whole(e->args[1]) && lcm_expr_is_whole(e->args[2]);
  case LCM_X_OF_LOOPS:
  case LCM_X_COEF:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
    break;
  }
  return false;
}

bool lcm_expr_is_natural(const lcm_expr *e) {
  bool natural =
      e->kind == LCM_X_SUM_OF || (e->kind == LCM_X_MUL_OF && e->number >= 0);
  for (size_t i = 0; natural && i < e->n; i++)
    natural = lcm_expr_is_natural(e->args[i]);
  return natural || e->kind == LCM_X_SYMBOL || bounds_of(e).low >= 0;
}
