#include <string.h>

#include "composer/bound/guard.h"
#include "composer/bound/terms/floor.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/sum.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/over.h"

/* Return 1. */
static const lcm_expr *one(struct lcm_bound_algebra *a) {
  return lcm_expr_int(a->ctx, 1);
}

/* Return whether "e" is a condition, 0 or 1. */
static bool is_guard(const lcm_expr *e) {
  switch ((int)lcm_expr_kind_of(e)) {
  case LCM_X_LT:
  case LCM_X_LE:
  case LCM_X_EQ:
  case LCM_X_NE:
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_NOT:
    return true;
  }
  return false;
}

const lcm_expr *lcm_bound_where(struct lcm_bound_algebra *a,
                                const lcm_expr *condition, const lcm_expr *e) {
  double value = 0;
  if (condition && lcm_expr_is_number(condition, &value))
    return value != 0 ? e : lcm_expr_int(a->ctx, 0);
  return lcm_expr_mul(a->ctx, condition, e);
}

/* Return "sum", which is right where "range" is not emptier than empty, for all
 * ranges. */
static const lcm_expr *guarded(struct lcm_bound_algebra *a,
                               struct lcm_range range, const lcm_expr *sum) {
  const lcm_expr *count =
      lcm_expr_add(a->ctx, lcm_expr_sub(a->ctx, range.to, range.from), one(a));
  if (lcm_bound_takes(a, count))
    return sum;
  return lcm_bound_where(
      a, lcm_expr_binary(a->ctx, LCM_X_LE, range.from, range.to), sum);
}

/* Return the sum of "body" as a sum over the range that stays. */
static const lcm_expr *open_sum(struct lcm_bound_algebra *a,
                                struct lcm_range range, const lcm_expr *body) {
  return lcm_expr_over_open(a->ctx, LCM_X_SUM, range, body);
}

/* Return the sum of "body" without its index. */
static const lcm_expr *sum_constant(struct lcm_bound_algebra *a,
                                    struct lcm_range range,
                                    const lcm_expr *body) {
  const lcm_expr *count =
      lcm_expr_add(a->ctx, lcm_expr_sub(a->ctx, range.to, range.from), one(a));
  return guarded(a, range, lcm_expr_mul(a->ctx, count, body));
}

/* Return whether a factor of the product "e" is a sum, or a power of one, with
 * the index "name". */
static bool can_expand(const lcm_expr *e, const char *name) {
  const bool product = lcm_expr_kind_of(e) == LCM_X_MUL_OF;
  for (size_t i = 0; i < (product ? lcm_expr_arity(e) : 1); i++) {
    const lcm_expr *part = product ? lcm_expr_arg(e, i) : e;
    double power = 0;
    if (!lcm_expr_has(part, name))
      continue;
    if (lcm_expr_kind_of(part) == LCM_X_SUM_OF && product)
      return true;
    if (lcm_expr_kind_of(part) == LCM_X_POW &&
        lcm_expr_kind_of(lcm_expr_arg(part, 0)) == LCM_X_SUM_OF &&
        lcm_expr_is_number(lcm_expr_arg(part, 1), &power) && power >= 2)
      return true;
  }
  return false;
}

/* Return the sum of "body", a product of factors that all have the index. */
static const lcm_expr *sum_product(struct lcm_bound_algebra *a,
                                   struct lcm_range range,
                                   const lcm_expr *body) {
  const lcm_expr *sum = NULL;
  const bool product = lcm_expr_kind_of(body) == LCM_X_MUL_OF;
  const size_t n = product ? lcm_expr_arity(body) : 1;
  for (size_t i = 0; i < n && (a->reductions & LCM_REDUCE_GUARDS); i++) {
    const lcm_expr *part = product ? lcm_expr_arg(body, i) : body;
    if (!is_guard(part))
      continue;
    sum = lcm_bound_sum_guard(a, range, part, lcm_expr_div(a->ctx, body, part));
    return sum ? sum : open_sum(a, range, body);
  }
  if (a->reductions & LCM_REDUCE_SUMS &&
      lcm_bound_is_whole(a->ctx, range.from) &&
      lcm_bound_is_whole(a->ctx, range.to)) {
    sum = lcm_expr_sum_polynomial(a->ctx, range, body);
    if (sum)
      return guarded(a, range, sum);
    if (a->reductions & LCM_REDUCE_FLOORS)
      sum = lcm_bound_sum_floors(a, range, body);
    if (sum)
      return guarded(a, range, sum);
  }
  const lcm_expr *expanded =
      can_expand(body, range.index) ? lcm_expr_expand(a->ctx, body) : body;
  return expanded && expanded != body ? lcm_bound_sum(a, range, expanded)
                                      : open_sum(a, range, body);
}

/* Return the sum of the alternatives "body". */
static const lcm_expr *sum_if(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body) {
  const lcm_expr *condition = lcm_expr_arg(body, 0);
  const lcm_expr *yes = lcm_expr_arg(body, 1);
  const lcm_expr *no = lcm_expr_arg(body, 2);
  if (!lcm_expr_has(condition, range.index))
    return lcm_expr_if(a->ctx, condition, lcm_bound_sum(a, range, yes),
                       lcm_bound_sum(a, range, no));
  return open_sum(a, range, body);
}

/* Return the sum of the terms of "body". */
static const lcm_expr *sum_terms(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *body) {
  const size_t n = lcm_expr_arity(body);
  const lcm_expr *constant = lcm_expr_int(a->ctx, 0);
  const lcm_expr *sum = constant;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *part = lcm_expr_arg(body, i);
    if (lcm_expr_has(part, range.index))
      sum = lcm_expr_add(a->ctx, sum, lcm_bound_sum(a, range, part));
    else
      constant = lcm_expr_add(a->ctx, constant, part);
  }
  if (lcm_expr_is_int(constant, 0))
    return sum;
  return lcm_expr_add(a->ctx, sum, sum_constant(a, range, constant));
}

/* Return the sum of the product "body": what has no index comes out. */
static const lcm_expr *sum_scaled(struct lcm_bound_algebra *a,
                                  struct lcm_range range,
                                  const lcm_expr *body) {
  const lcm_expr *inner = one(a);
  for (size_t i = 0; i < lcm_expr_arity(body); i++)
    if (lcm_expr_has(lcm_expr_arg(body, i), range.index))
      inner = lcm_expr_mul(a->ctx, inner, lcm_expr_arg(body, i));
  const lcm_expr *outer = lcm_expr_div(a->ctx, body, inner);
  if (!outer || !inner || lcm_expr_has(outer, range.index))
    return open_sum(a, range, body);
  const lcm_expr_kind kind = lcm_expr_kind_of(inner);
  const lcm_expr *sum = kind == LCM_X_MUL_OF ? sum_product(a, range, inner)
                                             : lcm_bound_sum(a, range, inner);
  return lcm_expr_mul(a->ctx, outer, sum);
}

/* Return the sum of the maximum "body" as the maximum of sums, which is not
 * more. */
static const lcm_expr *exchanged(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *body) {
  const lcm_expr *all = lcm_bound_sum(a, range, lcm_expr_arg(body, 0));
  for (size_t i = 1; i < lcm_expr_arity(body); i++)
    all = lcm_expr_binary(a->ctx, LCM_X_MAX, all,
                          lcm_bound_sum(a, range, lcm_expr_arg(body, i)));
  return all;
}

const lcm_expr *lcm_bound_sum(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body) {
  if (!body || !range.from || !range.to)
    return NULL;
  if (lcm_expr_is_int(body, 0))
    return body;
  if (!lcm_expr_has(body, range.index))
    return a->reductions & LCM_REDUCE_SUMS ? sum_constant(a, range, body)
                                           : open_sum(a, range, body);
  switch ((int)lcm_expr_kind_of(body)) {
  case LCM_X_SUM_OF:
    return sum_terms(a, range, body);
  case LCM_X_MUL_OF:
    return sum_scaled(a, range, body);
  case LCM_X_IF:
    return sum_if(a, range, body);
  case LCM_X_MAX:
    if (a->reductions & LCM_REDUCE_EXCHANGE)
      return exchanged(a, range, body);
    break;
  }
  return sum_product(a, range, body);
}
