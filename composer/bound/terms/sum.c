/* Sums over an index in closed form, also of what a condition guards. */

#include <math.h>

#include "composer/bound/terms/floor.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/sum.h"
#include "composer/bound/types.h"

/* Moduli above this are not expanded residue by residue. */
enum { LARGE = 1 << 20 };

static const lcm_expr *one(struct lcm_bound_algebra *a) {
  return lcm_expr_int(a->ctx, 1);
}

/* Return whether "e" is a condition, 0 or 1. */
static bool is_guard(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  return kind == LCM_X_LT || kind == LCM_X_LE || kind == LCM_X_EQ ||
         kind == LCM_X_NE || kind == LCM_X_AND || kind == LCM_X_OR ||
         kind == LCM_X_NOT;
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

static const lcm_expr *sum_guard(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *guard,
                                 const lcm_expr *rest);

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
    sum = sum_guard(a, range, part, lcm_expr_div(a->ctx, body, part));
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
  const lcm_expr_kind kind = lcm_expr_kind_of(body);
  if (kind == LCM_X_SUM_OF)
    return sum_terms(a, range, body);
  if (kind == LCM_X_MUL_OF)
    return sum_scaled(a, range, body);
  if (kind == LCM_X_IF)
    return sum_if(a, range, body);
  if (kind == LCM_X_MAX && a->reductions & LCM_REDUCE_EXCHANGE)
    return exchanged(a, range, body);
  return sum_product(a, range, body);
}

static const lcm_expr *plus(struct lcm_bound_algebra *a, const lcm_expr *e,
                            long long k) {
  return lcm_expr_add(a->ctx, e, lcm_expr_int(a->ctx, k));
}

/* Return the sum of "body" over what lies in "range" and from "low" to "high"
 * (either may be NULL). */
static const lcm_expr *sum_clipped(struct lcm_bound_algebra *a,
                                   struct lcm_range range, const lcm_expr *low,
                                   const lcm_expr *high, const lcm_expr *body) {
  const lcm_expr *full = lcm_expr_sub(a->ctx, range.to, range.from);
  if (low)
    range.from = lcm_bound_proves(a, lcm_expr_sub(a->ctx, low, range.from))
                     ? low
                 : lcm_bound_proves(a, lcm_expr_sub(a->ctx, range.from, low))
                     ? range.from
                     : lcm_expr_binary(a->ctx, LCM_X_MAX, range.from, low);
  if (high)
    range.to = lcm_bound_proves(a, lcm_expr_sub(a->ctx, range.to, high)) ? high
               : lcm_bound_proves(a, lcm_expr_sub(a->ctx, high, range.to))
                   ? range.to
                   : lcm_expr_binary(a->ctx, LCM_X_MIN, range.to, high);
  const lcm_expr *gap = lcm_expr_sub(a->ctx, range.to, range.from);
  if (gap == full)
    return lcm_bound_sum(a, range, body);
  if (!gap || !lcm_bound_is_whole(a->ctx, range.from) ||
      !lcm_bound_is_whole(a->ctx, range.to))
    return NULL;
  const lcm_expr *sum = lcm_expr_sum_polynomial(a->ctx, range, body);
  if (!sum)
    return lcm_expr_over_open(a->ctx, LCM_X_SUM, range, body);
  if (lcm_bound_proves(a, plus(a, gap, 1)))
    return sum;
  if (!lcm_expr_has(body, range.index))
    return lcm_expr_mul(a->ctx, body,
                        lcm_expr_binary(a->ctx, LCM_X_MAX, plus(a, gap, 1),
                                        lcm_expr_int(a->ctx, 0)));
  return lcm_bound_where(
      a, lcm_expr_binary(a->ctx, LCM_X_LE, range.from, range.to), sum);
}

/* Return "e" where "low" <= "high", which is left out where it is certain. */
static const lcm_expr *where_ordered(struct lcm_bound_algebra *a,
                                     const lcm_expr *low, const lcm_expr *high,
                                     const lcm_expr *e) {
  if (lcm_bound_proves(a, lcm_expr_sub(a->ctx, high, low)))
    return e;
  return lcm_bound_where(a, lcm_expr_binary(a->ctx, LCM_X_LE, low, high), e);
}

/* Return the sum of "rest" at the index where c * index + d = 0. */
static const lcm_expr *sum_point(struct lcm_bound_algebra *a,
                                 struct lcm_range range,
                                 const lcm_expr *const parts[2],
                                 const lcm_expr *rest) {
  const lcm_expr *at =
      lcm_expr_neg(a->ctx, lcm_expr_div(a->ctx, parts[1], parts[0]));
  if (!at)
    return NULL;
  const lcm_expr *there = lcm_bound_put(a, rest, range.index, at);
  there = where_ordered(a, range.from, at, there);
  there = where_ordered(a, at, range.to, there);
  if (lcm_bound_is_whole(a->ctx, lcm_expr_sub(a->ctx, at, range.from)))
    return there;
  const lcm_expr *offset = lcm_expr_sub(a->ctx, at, range.from);
  return lcm_bound_where(
      a,
      lcm_expr_binary(a->ctx, LCM_X_EQ, offset,
                      lcm_expr_apply(a->ctx, LCM_X_FLOOR, offset)),
      there);
}

/* Return the greatest common divisor of "x" and "y", and in "*inverse" a number
 * with x * inverse = gcd modulo y. */
static long long gcd_inverse(long long x, long long y, long long *inverse) {
  long long r0 = x;
  long long r1 = y;
  long long s0 = 1;
  long long s1 = 0;
  while (r1) {
    const long long q = r0 / r1;
    const long long r = r0 - q * r1;
    const long long s = s0 - q * s1;
    r0 = r1;
    r1 = r;
    s0 = s1;
    s1 = s;
  }
  *inverse = r0 < 0 ? -s0 : s0;
  return r0 < 0 ? -r0 : r0;
}

/* Return how many of "range" are "first" modulo "period". */
static const lcm_expr *count_residue(struct lcm_bound_algebra *a,
                                     struct lcm_range range,
                                     const lcm_expr *first,
                                     const lcm_expr *period) {
  const lcm_expr *last = lcm_expr_binary(
      a->ctx, LCM_X_DIV, lcm_expr_sub(a->ctx, range.to, first), period);
  const lcm_expr *before = lcm_expr_binary(
      a->ctx, LCM_X_DIV, plus(a, lcm_expr_sub(a->ctx, range.from, first), -1),
      period);
  const lcm_expr *count = lcm_expr_sub(a->ctx, last, before);
  const lcm_expr *length =
      plus(a, lcm_expr_sub(a->ctx, range.to, range.from), 1);
  return lcm_bound_takes(a, length)
             ? count
             : where_ordered(a, range.from, range.to, count);
}

/* Return the sum of "rest" where (c * index + d) mod M = m: cyclic
 * partitionings and strides (van Gemund 1996, appendix B, with the clipping
 * that the print lacks). */
static const lcm_expr *sum_residue(struct lcm_bound_algebra *a,
                                   struct lcm_range range,
                                   const lcm_expr *remainder, const lcm_expr *m,
                                   const lcm_expr *rest) {
  const lcm_expr *parts[2];
  const lcm_expr *period = lcm_expr_arg(remainder, 1);
  double c = 0;
  double mod = 0;
  if (lcm_expr_has(period, range.index) || lcm_expr_has(m, range.index) ||
      lcm_expr_has(rest, range.index) ||
      !lcm_bound_affine(a, lcm_expr_arg(remainder, 0), range.index, parts) ||
      !lcm_expr_is_number(parts[0], &c) || c != floor(c) || fabs(c) > LARGE ||
      !lcm_bound_is_whole(a->ctx, parts[1]) ||
      !lcm_bound_is_whole(a->ctx, period) || !lcm_bound_is_whole(a->ctx, m) ||
      !lcm_bound_takes(a, plus(a, period, -1)))
    return NULL;
  const lcm_expr *target = lcm_expr_sub(a->ctx, m, parts[1]);
  const lcm_expr *sum = rest;
  long long inverse = (long long)c;
  if (c != 1 && c != -1) {
    if (!lcm_expr_is_number(period, &mod) || mod > LARGE)
      return NULL;
    const long long gcd = gcd_inverse((long long)c, (long long)mod, &inverse);
    const lcm_expr *divisor = lcm_expr_int(a->ctx, gcd);
    sum = lcm_bound_where(
        a,
        lcm_expr_binary(a->ctx, LCM_X_EQ,
                        lcm_expr_binary(a->ctx, LCM_X_MOD, target, divisor),
                        lcm_expr_int(a->ctx, 0)),
        sum);
    target = lcm_expr_binary(a->ctx, LCM_X_DIV, target, divisor);
    period = lcm_expr_int(a->ctx, (long long)mod / gcd);
  }
  const lcm_expr *first =
      lcm_expr_mul(a->ctx, lcm_expr_int(a->ctx, inverse), target);
  sum = lcm_expr_mul(a->ctx, count_residue(a, range, first, period), sum);
  sum = where_ordered(a, lcm_expr_int(a->ctx, 0), m, sum);
  return where_ordered(a, m, plus(a, lcm_expr_arg(remainder, 1), -1), sum);
}

/* Return whether what "rounded" rounds, which changes by "step" with the index,
 * grows: that is proved, or "rounded" divides a number of times the index by a
 * whole number of params that is at least 1 where the form holds. */
static bool is_growing(struct lcm_bound_algebra *a, const lcm_expr *rounded,
                       const lcm_expr *step) {
  double c = 0;
  if (lcm_bound_proves(a, step))
    return true;
  if (lcm_expr_kind_of(rounded) != LCM_X_DIV)
    return false;
  const lcm_expr *block = lcm_expr_arg(rounded, 1);
  const lcm_expr *factor = lcm_expr_mul(a->ctx, step, block);
  return factor && lcm_expr_is_number(factor, &c) && c > 0 &&
         lcm_bound_is_whole(a->ctx, block) &&
         lcm_bound_takes(a, plus(a, block, -1));
}

/* Return the sum of "rest" where the floor or ceiling "rounded" of an affine
 * function of the index is "m": block partitionings. */
static const lcm_expr *sum_block(struct lcm_bound_algebra *a,
                                 struct lcm_range range,
                                 const lcm_expr *rounded, const lcm_expr *m,
                                 const lcm_expr *rest) {
  const lcm_expr *parts[2];
  const bool up = lcm_expr_kind_of(rounded) == LCM_X_CEIL;
  const lcm_expr *inside = lcm_expr_arg(rounded, 0);
  if (lcm_expr_kind_of(rounded) == LCM_X_DIV)
    inside = lcm_expr_div(a->ctx, inside, lcm_expr_arg(rounded, 1));
  if (!inside || lcm_expr_has(m, range.index) ||
      !lcm_bound_affine(a, inside, range.index, parts))
    return NULL;
  const lcm_expr *block =
      lcm_expr_div(a->ctx, lcm_expr_int(a->ctx, 1), parts[0]);
  if (!block || !is_growing(a, rounded, parts[0]))
    return NULL;
  const lcm_expr *low = lcm_expr_mul(
      a->ctx, block, lcm_expr_sub(a->ctx, up ? plus(a, m, -1) : m, parts[1]));
  const lcm_expr *high = lcm_expr_add(a->ctx, low, block);
  if (!low || !high)
    return NULL;
  if (up) {
    low = plus(a, lcm_expr_apply(a->ctx, LCM_X_FLOOR, low), 1);
    high = lcm_expr_apply(a->ctx, LCM_X_FLOOR, high);
  } else {
    low = lcm_expr_apply(a->ctx, LCM_X_CEIL, low);
    high = plus(a, lcm_expr_apply(a->ctx, LCM_X_CEIL, high), -1);
  }
  return sum_clipped(a, range, low, high, rest);
}

/* Return the sum of "rest" where "x" = "y". */
static const lcm_expr *sum_equal(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *x,
                                 const lcm_expr *y, const lcm_expr *rest) {
  const lcm_expr *parts[2];
  double c = 0;
  if (lcm_bound_affine(a, lcm_expr_sub(a->ctx, x, y), range.index, parts)) {
    if (!lcm_expr_is_number(parts[0], &c))
      return NULL;
    if (c != 0)
      return sum_point(a, range, parts, rest);
  }
  for (int side = 0; side < 2; side++) {
    const lcm_expr *function = side ? y : x;
    const lcm_expr *m = side ? x : y;
    if (!lcm_expr_has(function, range.index))
      continue;
    const lcm_expr_kind kind = lcm_expr_kind_of(function);
    if (kind == LCM_X_MOD)
      return sum_residue(a, range, function, m, rest);
    if (kind == LCM_X_DIV || kind == LCM_X_FLOOR || kind == LCM_X_CEIL)
      return sum_block(a, range, function, m, rest);
  }
  return NULL;
}

/* Return the sum of "rest" where "x" <= "y", "x" < "y" where "strict". */
static const lcm_expr *sum_ordered(struct lcm_bound_algebra *a,
                                   struct lcm_range range, const lcm_expr *gap,
                                   bool strict, const lcm_expr *rest) {
  const lcm_expr *parts[2];
  double c = 0;
  if (!lcm_bound_affine(a, gap, range.index, parts) ||
      !lcm_expr_is_number(parts[0], &c) || c == 0)
    return NULL;
  const lcm_expr *at =
      lcm_expr_neg(a->ctx, lcm_expr_div(a->ctx, parts[1], parts[0]));
  const lcm_expr *up = lcm_expr_apply(a->ctx, LCM_X_CEIL, at);
  const lcm_expr *down = lcm_expr_apply(a->ctx, LCM_X_FLOOR, at);
  if (c > 0)
    return sum_clipped(a, range, strict ? plus(a, down, 1) : up, NULL, rest);
  return sum_clipped(a, range, NULL, strict ? plus(a, up, -1) : down, rest);
}

/* Return the sum of the condition "guard" times "rest", or NULL. */
static const lcm_expr *sum_guard(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *guard,
                                 const lcm_expr *rest) {
  lcm_ctx *ctx = a->ctx;
  const lcm_expr *x = lcm_expr_arg(guard, 0);
  const lcm_expr *y = lcm_expr_arity(guard) > 1 ? lcm_expr_arg(guard, 1) : NULL;
  const lcm_expr_kind kind = lcm_expr_kind_of(guard);
  if (!rest || !lcm_bound_is_whole(ctx, range.from) ||
      !lcm_bound_is_whole(ctx, range.to))
    return NULL;
  if (kind == LCM_X_EQ || kind == LCM_X_NE) {
    const lcm_expr *equal = sum_equal(a, range, x, y, rest);
    if (kind == LCM_X_EQ || !equal)
      return equal;
    return lcm_expr_sub(ctx, lcm_bound_sum(a, range, rest), equal);
  }
  if (kind == LCM_X_LE || kind == LCM_X_LT)
    return sum_ordered(a, range, lcm_expr_sub(ctx, y, x), kind == LCM_X_LT,
                       rest);
  if (kind == LCM_X_AND)
    return lcm_bound_sum(a, range,
                         lcm_expr_mul(ctx, lcm_expr_mul(ctx, x, y), rest));
  if (kind == LCM_X_OR)
    return lcm_bound_sum(a, range,
                         lcm_expr_mul(ctx,
                                      lcm_expr_sub(ctx, lcm_expr_add(ctx, x, y),
                                                   lcm_expr_mul(ctx, x, y)),
                                      rest));
  return kind == LCM_X_NOT
             ? lcm_expr_sub(ctx, lcm_bound_sum(a, range, rest),
                            lcm_bound_sum(a, range, lcm_expr_mul(ctx, x, rest)))
             : NULL;
}
