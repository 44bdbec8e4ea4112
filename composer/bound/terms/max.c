/* Maxima over an index, without the terms that another one is proved to
 * cover. */
#include <math.h>

#include "composer/bound/internal.h"
#include "composer/bound/terms/max.h"
#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/stride.h"
#include "composer/bound/terms/sum.h"

enum { MAX_PAIRS = 64 };

/* Return argument "i" of the maximum "e", or "e" itself. */
static const lcm_expr *term_of(const lcm_expr *e, size_t i) {
  return lcm_expr_kind_of(e) == LCM_X_MAX ? lcm_expr_arg(e, i) : e;
}

/* Return of how many "e" is the maximum. */
static size_t n_terms(const lcm_expr *e) {
  return lcm_expr_kind_of(e) == LCM_X_MAX ? lcm_expr_arity(e) : 1;
}

/* Return whether a term of "e" is never below "x"; the same term is when
 * "same". */
static bool covers(struct lcm_bound_algebra *a, const lcm_expr *e,
                   const lcm_expr *x, bool same) {
  for (size_t i = 0; i < n_terms(e); i++)
    if (term_of(e, i) == x
            ? same
            : lcm_bound_proves(a, lcm_expr_sub(a->ctx, term_of(e, i), x)))
      return true;
  return false;
}

const lcm_expr *lcm_bound_larger(struct lcm_bound_algebra *a, const lcm_expr *x,
                                 const lcm_expr *y) {
  if (!x || !y)
    return NULL;
  if (n_terms(x) * n_terms(y) > MAX_PAIRS)
    return lcm_expr_binary(a->ctx, LCM_X_MAX, x, y);
  const lcm_expr *kept = NULL;
  for (size_t i = 0; i < n_terms(x); i++)
    if (!covers(a, y, term_of(x, i), false))
      kept = kept ? lcm_expr_binary(a->ctx, LCM_X_MAX, kept, term_of(x, i))
                  : term_of(x, i);
  if (!kept)
    return y;
  for (size_t i = 0; i < n_terms(y); i++)
    if (!covers(a, kept, term_of(y, i), true))
      kept = lcm_expr_binary(a->ctx, LCM_X_MAX, kept, term_of(y, i));
  return kept;
}

/* Points of the index at which terms of a maximum are not 0. */
typedef LCM_LIST(const lcm_expr *) point_list;

/* Add the points k of conditions index = k in "e" to "points"; false where the
 * index stands elsewhere. */
static bool find_points(struct lcm_bound_algebra *a, point_list *points,
                        const lcm_expr *e, const char *index) {
  if (!lcm_expr_has(e, index))
    return true;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_EQ) {
    for (size_t side = 0; side < 2; side++) {
      const char *name = lcm_expr_name(lcm_expr_arg(e, side));
      const lcm_expr *k = lcm_expr_arg(e, 1 - side);
      if (!name || name != index ||
          lcm_expr_kind_of(lcm_expr_arg(e, side)) != LCM_X_SYMBOL ||
          lcm_expr_has(k, index))
        continue;
      for (size_t i = 0; i < points->n; i++)
        if (points->at[i] == k)
          return true;
      LCM_LIST_ADD(lcm_ctx_arena(a->ctx), points, k);
      return true;
    }
    return false;
  }
  if (kind != LCM_X_SUM_OF && kind != LCM_X_MUL_OF && kind != LCM_X_MAX)
    return false;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (!find_points(a, points, lcm_expr_arg(e, i), index))
      return false;
  return true;
}

/* Return "e" with the conditions index = "k" true, and others false unless they
 * are about an equal point; "k" NULL: none is true. */
static const lcm_expr *at_point(struct lcm_bound_algebra *a, const lcm_expr *e,
                                const char *index, const lcm_expr *k) {
  if (!lcm_expr_has(e, index))
    return e;
  if (k)
    return lcm_bound_put(a, e, index, k);
  if (lcm_expr_kind_of(e) == LCM_X_EQ)
    return lcm_expr_int(a->ctx, 0);
  const bool product = lcm_expr_kind_of(e) == LCM_X_MUL_OF;
  const lcm_expr *all = NULL;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    const lcm_expr *part = lcm_expr_arg(e, i);
    const lcm_expr *value = at_point(a, part, index, NULL);
    if (product && lcm_expr_has(part, index))
      return value && lcm_expr_is_int(value, 0) ? value : NULL;
    if (product)
      continue;
    all = !all                               ? value
          : lcm_expr_kind_of(e) == LCM_X_MAX ? lcm_bound_larger(a, all, value)
                                             : lcm_expr_add(a->ctx, all, value);
  }
  return all;
}

/* Return the maximum of "body" where its index only selects points, or NULL. */
static const lcm_expr *max_points(struct lcm_bound_algebra *a,
                                  struct lcm_range range,
                                  const lcm_expr *body) {
  point_list points = {0};
  if (!(a->reductions & LCM_REDUCE_GUARDS) ||
      !find_points(a, &points, body, range.index) ||
      points.n > 4 * LCM_BOUND_UNROLL)
    return NULL;
  const lcm_expr *all = at_point(a, body, range.index, NULL);
  for (size_t i = 0; i < points.n && all; i++) {
    const lcm_expr *k = points.at[i];
    const lcm_expr *value = at_point(a, body, range.index, k);
    if (!lcm_bound_proves(a, lcm_expr_sub(a->ctx, k, range.from)))
      value = lcm_bound_where(
          a, lcm_expr_binary(a->ctx, LCM_X_LE, range.from, k), value);
    if (!lcm_bound_proves(a, lcm_expr_sub(a->ctx, range.to, k)))
      value = lcm_bound_where(a, lcm_expr_binary(a->ctx, LCM_X_LE, k, range.to),
                              value);
    all = lcm_bound_larger(a, all, value);
  }
  return all;
}

/* Return, where "body" counts the numbers of a range that are the index modulo
 * M, for all indices 0 .. M-1, the largest count: ceil(length / M) (van Gemund
 * 1996, appendix B); else NULL. */
static const lcm_expr *max_residue(struct lcm_bound_algebra *a,
                                   struct lcm_range range,
                                   const lcm_expr *body) {
  const lcm_expr *length[2] = {NULL, NULL};
  const lcm_expr *divisor = NULL;
  if (!(a->reductions & LCM_REDUCE_GUARDS) ||
      lcm_expr_kind_of(body) != LCM_X_SUM_OF || lcm_expr_arity(body) != 2)
    return NULL;
  for (size_t i = 0; i < 2; i++) {
    const lcm_expr *part = lcm_expr_arg(body, i);
    const lcm_expr *positive =
        lcm_expr_kind_of(part) == LCM_X_DIV ? part : lcm_expr_neg(a->ctx, part);
    const lcm_expr *parts[2];
    if (!positive || lcm_expr_kind_of(positive) != LCM_X_DIV ||
        !lcm_bound_affine(a, lcm_expr_arg(positive, 0), range.index, parts) ||
        !lcm_expr_is_int(parts[0], -1) ||
        (divisor && lcm_expr_arg(positive, 1) != divisor))
      return NULL;
    divisor = lcm_expr_arg(positive, 1);
    length[positive != part] = parts[1];
  }
  const lcm_expr *modulus =
      lcm_expr_add(a->ctx, lcm_expr_sub(a->ctx, range.to, range.from),
                   lcm_expr_int(a->ctx, 1));
  if (!length[0] || !length[1] || modulus != divisor)
    return NULL;
  const lcm_expr *n =
      lcm_expr_expand(a->ctx, lcm_expr_sub(a->ctx, length[0], length[1]));
  return lcm_expr_apply(a->ctx, LCM_X_CEIL, lcm_expr_div(a->ctx, n, divisor));
}

/* Return the maximum of "body" where it is a sum with a minimum of what falls
 * or stays as the index grows, as the share of a block is; else NULL. */
static const lcm_expr *max_least(struct lcm_bound_algebra *a,
                                 struct lcm_range range, const lcm_expr *body) {
  const lcm_expr *least = NULL;
  if (lcm_expr_kind_of(body) != LCM_X_SUM_OF)
    return NULL;
  for (size_t i = 0; i < lcm_expr_arity(body); i++)
    if (lcm_expr_kind_of(lcm_expr_arg(body, i)) == LCM_X_MIN)
      least = least ? NULL : lcm_expr_arg(body, i);
  if (!least)
    return NULL;
  const lcm_expr *rest = lcm_expr_sub(a->ctx, body, least);
  const lcm_expr *all = NULL;
  for (size_t i = 0; i < lcm_expr_arity(least); i++) {
    const lcm_expr *part = lcm_expr_add(a->ctx, rest, lcm_expr_arg(least, i));
    if (!part || (lcm_expr_has(part, range.index) &&
                  !lcm_bound_shape_of(a, part, range.index).falling))
      return NULL;
    part = lcm_bound_put(a, part, range.index, range.from);
    all = all ? lcm_expr_binary(a->ctx, LCM_X_MIN, all, part) : part;
  }
  return all;
}

/* Return the numbers from 0 on that "range" has, where it begins there; else
 * NULL. */
static const lcm_expr *modulus_of(struct lcm_bound_algebra *a,
                                  struct lcm_range range) {
  return lcm_expr_is_int(range.from, 0)
             ? lcm_expr_add(a->ctx, range.to, lcm_expr_int(a->ctx, 1))
             : NULL;
}

/* Take the term "e" of a sum apart as "*factor" times (y - index) div
 * "modulus", and put y into "*y"; false where it is no such term. */
static bool take_quotient(const lcm_expr **factor, const lcm_expr **y,
                          struct lcm_bound_algebra *a, const lcm_expr *e,
                          const lcm_expr *modulus, const char *index) {
  const lcm_expr *quotient = lcm_expr_kind_of(e) == LCM_X_DIV ? e : NULL;
  const lcm_expr *parts[2];
  for (size_t i = 0; !quotient && lcm_expr_kind_of(e) == LCM_X_MUL_OF &&
                     i < lcm_expr_arity(e);
       i++)
    if (lcm_expr_kind_of(lcm_expr_arg(e, i)) == LCM_X_DIV &&
        lcm_expr_has(lcm_expr_arg(e, i), index))
      quotient = lcm_expr_arg(e, i);
  if (!quotient || lcm_expr_arg(quotient, 1) != modulus ||
      !lcm_bound_affine(a, lcm_expr_arg(quotient, 0), index, parts) ||
      !lcm_expr_is_int(parts[0], -1))
    return false;
  *factor = lcm_expr_div(a->ctx, e, quotient);
  *y = parts[1];
  return *factor && !lcm_expr_has(*factor, index);
}

/* Return the maximum over all m = 0 .. M-1 where "body" is a sum of factors
 * times (y - m) div M, as several cyclic parts of a resource come to (van
 * Gemund 1996, 5.2.2): as m grows, such a term falls by its factor behind
 * m = y mod M, so that the sum is largest at 0 or behind a term with a negative
 * factor.  NULL: it is not of that kind. */
static const lcm_expr *max_cyclic(struct lcm_bound_algebra *a,
                                  struct lcm_range range,
                                  const lcm_expr *body) {
  const lcm_expr *modulus = modulus_of(a, range);
  if (!(a->reductions & LCM_REDUCE_GUARDS) || !modulus)
    return NULL;
  body = lcm_expr_expand(a->ctx, body);
  if (!body || lcm_expr_kind_of(body) != LCM_X_SUM_OF ||
      lcm_expr_arity(body) > 2 * LCM_BOUND_UNROLL)
    return NULL;
  const lcm_expr *zero = lcm_expr_int(a->ctx, 0);
  const lcm_expr *all = lcm_bound_put(a, body, range.index, zero);
  size_t parts = 0;
  for (size_t i = 0; i < lcm_expr_arity(body); i++) {
    const lcm_expr *part = lcm_expr_arg(body, i);
    const lcm_expr *factor = NULL;
    const lcm_expr *y = NULL;
    if (!lcm_expr_has(part, range.index))
      continue;
    if (!take_quotient(&factor, &y, a, part, modulus, range.index))
      return NULL;
    if (lcm_bound_proves(a, factor))
      continue;
    const lcm_expr *next = lcm_expr_add(a->ctx, y, lcm_expr_int(a->ctx, 1));
    parts++;
    if (next == zero)
      continue;
    const lcm_expr *at = lcm_expr_binary(a->ctx, LCM_X_MOD, next, modulus);
    all = lcm_bound_larger(a, all, lcm_bound_put(a, body, range.index, at));
  }
  return parts > 1 ? all : NULL;
}

/* Return the greatest common divisor of "x" and "y" >= 1 as a maximum over all
 * numbers up to "y". */
static const lcm_expr *common_divisor(struct lcm_bound_algebra *a,
                                      const lcm_expr *x, const lcm_expr *y) {
  lcm_ctx *ctx = a->ctx;
  const struct lcm_range range = {lcm_intern(ctx, "k"), lcm_expr_int(ctx, 1),
                                  y};
  const lcm_expr *k = lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE);
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *divides[2];
  for (size_t i = 0; i < 2; i++)
    divides[i] = lcm_expr_binary(
        ctx, LCM_X_EQ, lcm_expr_binary(ctx, LCM_X_MOD, i ? y : x, k), zero);
  return lcm_expr_over_open(
      ctx, LCM_X_MAX_OVER, range,
      lcm_expr_mul(ctx, k, lcm_expr_mul(ctx, divides[0], divides[1])));
}

/* Return the maximum over all m = 0 .. M-1 where "body" is how many numbers of
 * a range have (c i + d) mod M = m: M over gcd(c, M) of the m get them in turn
 * (van Gemund 1996, appendix B); NULL where it is not of that kind. */
static const lcm_expr *max_stride(struct lcm_bound_algebra *a,
                                  struct lcm_range range,
                                  const lcm_expr *body) {
  const lcm_expr *modulus = modulus_of(a, range);
  const lcm_expr *parts[2];
  if (!(a->reductions & LCM_REDUCE_GUARDS) || !modulus ||
      lcm_expr_kind_of(body) != LCM_X_SUM)
    return NULL;
  const lcm_expr *from = lcm_expr_arg(body, 0);
  const lcm_expr *to = lcm_expr_arg(body, 1);
  const lcm_expr *same = lcm_expr_arg(body, 2);
  const char *index = lcm_expr_name(body);
  if (lcm_expr_kind_of(same) != LCM_X_EQ || lcm_expr_has(from, range.index) ||
      lcm_expr_has(to, range.index))
    return NULL;
  const bool swapped = lcm_expr_kind_of(lcm_expr_arg(same, 0)) != LCM_X_MOD;
  const lcm_expr *remainder = lcm_expr_arg(same, swapped);
  const lcm_expr *m = lcm_expr_arg(same, !swapped);
  if (lcm_expr_kind_of(remainder) != LCM_X_MOD ||
      lcm_expr_kind_of(m) != LCM_X_SYMBOL || lcm_expr_name(m) != range.index ||
      lcm_expr_arg(remainder, 1) != modulus ||
      !lcm_bound_affine(a, lcm_expr_arg(remainder, 0), index, parts) ||
      lcm_expr_has(parts[0], range.index) ||
      lcm_expr_has(parts[1], range.index) ||
      !lcm_bound_is_whole(a->ctx, parts[0]) ||
      !lcm_bound_is_whole(a->ctx, parts[1]))
    return NULL;
  const lcm_expr *n = lcm_expr_add(a->ctx, lcm_expr_sub(a->ctx, to, from),
                                   lcm_expr_int(a->ctx, 1));
  if (!lcm_bound_takes(a, n) ||
      !lcm_bound_takes(a,
                       lcm_expr_sub(a->ctx, modulus, lcm_expr_int(a->ctx, 1))))
    return NULL;
  return lcm_expr_apply(
      a->ctx, LCM_X_CEIL,
      lcm_expr_div(
          a->ctx, lcm_expr_mul(a->ctx, n, common_divisor(a, parts[0], modulus)),
          modulus));
}

/* Return the maximum written out where "range" has few numbers, or NULL. */
static const lcm_expr *max_written(struct lcm_bound_algebra *a,
                                   struct lcm_range range,
                                   const lcm_expr *body) {
  double from = 0;
  double to = 0;
  if (!lcm_expr_is_number(range.from, &from) ||
      !lcm_expr_is_number(range.to, &to) || from != floor(from) ||
      to - from >= LCM_BOUND_UNROLL)
    return NULL;
  const lcm_expr *all = lcm_expr_int(a->ctx, 0);
  for (double i = from; i <= to; i++)
    all = lcm_bound_larger(a, all,
                           lcm_bound_put(a, body, range.index,
                                         lcm_expr_int(a->ctx, (long long)i)));
  return all;
}

/* Return the maximum of "body", whose range is not empty, or NULL where it is
 * not known. */
static const lcm_expr *closed(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body) {
  if (!lcm_expr_has(body, range.index))
    return body;
  const struct lcm_bound_shape s = lcm_bound_shape_of(a, body, range.index);
  const lcm_expr *at_from =
      s.rising ? NULL : lcm_bound_put(a, body, range.index, range.from);
  const bool whole =
      lcm_bound_is_whole(a->ctx, lcm_expr_sub(a->ctx, range.to, range.from));
  if (s.falling)
    return at_from;
  if (s.rising && whole)
    return lcm_bound_put(a, body, range.index, range.to);
  if (s.convex && whole)
    return lcm_bound_larger(a, at_from,
                            lcm_bound_put(a, body, range.index, range.to));
  const lcm_expr *found = max_residue(a, range, body);
  found = found ? found : max_least(a, range, body);
  found = found ? found : max_cyclic(a, range, body);
  found = found ? found : max_stride(a, range, body);
  found = found ? found : max_points(a, range, body);
  return found ? found : max_written(a, range, body);
}

/* Return the maximum of the product or sum "body": what has no index comes out
 * of it; NULL where nothing does, or a factor may be negative. */
static const lcm_expr *max_outside(struct lcm_bound_algebra *a,
                                   struct lcm_range range,
                                   const lcm_expr *body) {
  const lcm_expr_kind kind = lcm_expr_kind_of(body);
  const bool product = kind == LCM_X_MUL_OF;
  const lcm_expr *inner = lcm_expr_int(a->ctx, product);
  if (!product && kind != LCM_X_SUM_OF)
    return NULL;
  for (size_t i = 0; i < lcm_expr_arity(body); i++) {
    const lcm_expr *part = lcm_expr_arg(body, i);
    if (lcm_expr_has(part, range.index))
      inner = product ? lcm_expr_mul(a->ctx, inner, part)
                      : lcm_expr_add(a->ctx, inner, part);
  }
  const lcm_expr *outer = product ? lcm_expr_div(a->ctx, body, inner)
                                  : lcm_expr_sub(a->ctx, body, inner);
  if (!outer || inner == body || lcm_expr_has(outer, range.index) ||
      (product && !lcm_bound_proves(a, outer)))
    return NULL;
  const lcm_expr *max = lcm_bound_max(a, range, inner);
  return product ? lcm_expr_mul(a->ctx, outer, max)
                 : lcm_expr_add(a->ctx, outer, max);
}

/* Return the maximum of "body" over "range", which is not empty. */
static const lcm_expr *max_full(struct lcm_bound_algebra *a,
                                struct lcm_range range, const lcm_expr *body) {
  if (lcm_expr_kind_of(body) == LCM_X_MAX) {
    const lcm_expr *all = NULL;
    for (size_t i = 0; i < lcm_expr_arity(body); i++) {
      const lcm_expr *part = max_full(a, range, lcm_expr_arg(body, i));
      all = all ? lcm_bound_larger(a, all, part) : part;
    }
    return all;
  }
  const lcm_expr *found = closed(a, range, body);
  found = found ? found : max_outside(a, range, body);
  if (!found && a->reductions & LCM_REDUCE_GUARDS)
    body = lcm_bound_strided(a, body);
  return found ? found
               : lcm_expr_over_open(a->ctx, LCM_X_MAX_OVER, range, body);
}

const lcm_expr *lcm_bound_max(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body) {
  if (!body || !range.from || !range.to)
    return NULL;
  if (lcm_expr_is_int(body, 0))
    return body;
  if (!(a->reductions & LCM_REDUCE_MAXIMA))
    return lcm_expr_over_open(a->ctx, LCM_X_MAX_OVER, range, body);
  const lcm_expr *max = max_full(a, range, body);
  if (lcm_bound_takes(a, lcm_expr_sub(a->ctx, range.to, range.from)))
    return max;
  return lcm_bound_where(
      a, lcm_expr_binary(a->ctx, LCM_X_LE, range.from, range.to), max);
}
