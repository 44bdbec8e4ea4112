/* Sums, products and maxima over an index, in closed form where possible. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/expr/bounds.h"
#include "model/expr/bounds_internal.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/change_internal.h"
#include "model/expr/eval.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/over.h"

enum { MAX_DEGREE = 12, MAX_PIECES = 3 };

/* Sums in sums that are settled: each may make eight of those in it. */
enum { MOST_NESTED = 3 };

/* The longest period of which all places are looked at, and how many places in
 * it may differ from the others where the end of the range is no number. */
enum { MAX_PERIOD = 128, MAX_UNLIKE = 2 };

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

/* Return 1 where "range" is not empty, or just so, and 0 elsewhere; names of
 * which both ends speak alike are not in it. */
static const lcm_expr *guard_of(lcm_ctx *ctx, struct lcm_range range) {
  const char *const *names = NULL;
  const lcm_expr *behind = lcm_expr_add(ctx, range.to, lcm_expr_int(ctx, 1));
  const lcm_expr *length =
      lcm_expr_expand(ctx, lcm_expr_sub(ctx, behind, range.from));
  const size_t n = length ? lcm_expr_names(&names, ctx, range.from) : 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_expr_has(range.to, names[i]) && !lcm_expr_has(length, names[i]))
      return lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, 0), length);
  return lcm_expr_binary(ctx, LCM_X_LE, range.from, behind);
}

/* Return the sum of "body" in closed form, or NULL where it has none. */
static const lcm_expr *closed_sum(lcm_ctx *ctx, struct lcm_range range,
                                  const lcm_expr *body) {
  if (!lcm_expr_is_whole(range.from) || !lcm_expr_is_whole(range.to))
    return NULL;
  const lcm_expr *sum = lcm_expr_sum_polynomial(ctx, range, body);
  if (!sum)
    return NULL;
  return lcm_expr_mul(ctx, guard_of(ctx, range), sum);
}

/* ---- what the range of an index decides ------------------------------------
 */

/* Return whether "e" (NULL: no) is provably not negative. */
static bool is_natural(lcm_ctx *ctx, const lcm_expr *e) {
  double low = -INFINITY;
  double high = INFINITY;
  const lcm_expr *expanded = lcm_expr_expand(ctx, e);
  if (expanded)
    lcm_expr_bounds(&low, &high, expanded);
  return low >= 0;
}

/* Return whether "gap" (NULL: no), linear in the index of "range", is provably
 * not negative wherever the range is not empty: at both its ends. */
static bool is_natural_over(lcm_ctx *ctx, struct lcm_range range,
                            const lcm_expr *gap) {
  struct polynomial line;
  const lcm_expr *expanded = lcm_expr_expand(ctx, gap);
  if (!expanded || !as_polynomial(ctx, &line, expanded, range.index))
    return false;
  for (unsigned k = 2; k <= MAX_DEGREE; k++)
    if (line.by_power[k])
      return false;
  const lcm_expr *ends[] = {range.from, range.to};
  const lcm_expr *extent = lcm_expr_sub(ctx, range.to, range.from);
  const bool pure = lcm_dim_equal(gap->dim, LCM_DIM_NONE);
  for (int end = 0; end < 2; end++) {
    const lcm_expr *at = line.by_power[0];
    if (line.by_power[1]) {
      const lcm_expr *part = lcm_expr_mul(ctx, line.by_power[1], ends[end]);
      at = at ? lcm_expr_add(ctx, at, part) : part;
    }
    if (!is_natural(ctx, at) &&
        !(pure && is_natural(ctx, lcm_expr_sub(ctx, at, extent))))
      return false;
  }
  return true;
}

/* Return the comparison "e" (LT, LE) decided where "range" decides it. */
static const lcm_expr *decide(lcm_ctx *ctx, struct lcm_range range,
                              const lcm_expr *e) {
  const bool less = e->kind == LCM_X_LT;
  const lcm_expr *gap = lcm_expr_sub(ctx, e->args[1], e->args[0]);
  const lcm_expr *back = lcm_expr_sub(ctx, e->args[0], e->args[1]);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  if (!gap || !back || !lcm_expr_is_whole(gap))
    return e;
  if (is_natural_over(ctx, range, less ? lcm_expr_sub(ctx, gap, one) : gap))
    return one;
  if (is_natural_over(ctx, range, less ? back : lcm_expr_sub(ctx, back, one)))
    return lcm_expr_int(ctx, 0);
  return e;
}

/* Return the max or min "e" without operands that "range" says never count. */
static const lcm_expr *decide_extreme(lcm_ctx *ctx, struct lcm_range range,
                                      const lcm_expr *e) {
  enum { MOST = 16 };
  const lcm_expr *kept[MOST];
  size_t n = 0;
  if (e->n > MOST)
    return e;
  for (size_t i = 0; i < e->n; i++) {
    bool counts = true;
    for (size_t k = 0; k < e->n && counts; k++) {
      const bool gone = k < i && (k >= n || kept[k] != e->args[k]);
      const lcm_expr *gap = e->kind == LCM_X_MAX
                                ? lcm_expr_sub(ctx, e->args[k], e->args[i])
                                : lcm_expr_sub(ctx, e->args[i], e->args[k]);
      counts = k == i || gone || !is_natural_over(ctx, range, gap);
    }
    if (counts)
      kept[n++] = e->args[i];
  }
  return n && n < e->n ? lcm_expr_nary(ctx, e->kind, kept, n) : e;
}

const lcm_expr *lcm_expr_settle(lcm_ctx *ctx, struct lcm_range range,
                                const lcm_expr *e) {
  if (!e || !e->n || !lcm_expr_has(e, range.index) || e->kind == LCM_X_SUM ||
      e->kind == LCM_X_PROD || e->kind == LCM_X_MAX_OVER)
    return e;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  bool changed = false;
  for (size_t i = 0; i < e->n; i++) {
    args[i] = lcm_expr_settle(ctx, range, e->args[i]);
    changed = changed || args[i] != e->args[i];
  }
  const lcm_expr *out = changed ? lcm_expr_rebuild(ctx, e, args) : e;
  if (out && (out->kind == LCM_X_LT || out->kind == LCM_X_LE))
    return decide(ctx, range, out);
  if (out && (out->kind == LCM_X_MAX || out->kind == LCM_X_MIN))
    return decide_extreme(ctx, range, out);
  return out;
}

/* Return whether the range of "index" may decide something in "e". */
static bool is_open(const lcm_expr *e, const char *index) {
  bool found = false;
  if (!lcm_expr_has(e, index))
    return false;
  if (e->kind == LCM_X_SUM || e->kind == LCM_X_LT || e->kind == LCM_X_LE ||
      e->kind == LCM_X_MAX || e->kind == LCM_X_MIN || e->kind == LCM_X_MOD)
    return true;
  for (size_t i = 0; i < e->n && !found; i++)
    found = is_open(e->args[i], index);
  return found;
}

/* Return the end of "range" without a lower limit, max(0, n) - 1, below which
 * the range would be empty just the same. */
static const lcm_expr *plain_end(lcm_ctx *ctx, struct lcm_range range) {
  const lcm_expr *to = range.to;
  const bool sum = to->kind == LCM_X_SUM_OF;
  for (size_t i = 0; i < (sum ? to->n : 1); i++) {
    const lcm_expr *max = sum ? to->args[i] : to;
    for (size_t k = 0; max->kind == LCM_X_MAX && max->n == 2 && k < 2; k++) {
      const lcm_expr *rest = lcm_expr_sub(ctx, to, max);
      const lcm_expr *least = lcm_expr_add(ctx, rest, max->args[k]);
      if (max->args[k]->kind == LCM_X_NUMBER &&
          lcm_expr_compare(ctx, least, range.from) == LCM_REL_LESS)
        return lcm_expr_add(ctx, rest, max->args[1 - k]);
    }
  }
  return to;
}

/* ---- sums in pieces ---------------------------------------------------------
 */

/* A place where a body changes: wherever the index is at most "last", "node" is
 * "below", elsewhere "above". */
struct change {
  const lcm_expr *node;
  const lcm_expr *last;
  const lcm_expr *below;
  const lcm_expr *above;
};

/* Find where "gap", linear in "index", changes its sign: it is at least 0
 * (above 0 where "strict") up to "*last" where "*falls", behind it where not.
 * Return false where no such place is known. */
static bool find_zero(lcm_ctx *ctx, const lcm_expr **last, bool *falls,
                      const lcm_expr *gap, const char *index, bool strict) {
  struct polynomial line;
  double slope = 0;
  const lcm_expr *expanded = lcm_expr_expand(ctx, gap);
  if (!expanded || !as_polynomial(ctx, &line, expanded, index) ||
      !line.by_power[1])
    return false;
  for (unsigned k = 2; k <= MAX_DEGREE; k++)
    if (line.by_power[k])
      return false;
  const lcm_expr *rest =
      line.by_power[0] ? line.by_power[0] : lcm_expr_int(ctx, 0);
  const lcm_expr *zero =
      lcm_expr_neg(ctx, lcm_expr_div(ctx, rest, line.by_power[1]));
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, line.by_power[1]);
  slope = low > 0 ? 1 : high < 0 ? -1 : 0;
  *falls = slope < 0;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  *last = *falls == strict
              ? lcm_expr_sub(ctx, lcm_expr_apply(ctx, LCM_X_CEIL, zero), one)
              : lcm_expr_apply(ctx, LCM_X_FLOOR, zero);
  return slope != 0 && *last && lcm_dim_equal((*last)->dim, LCM_DIM_NONE);
}

/* Put how the comparison, maximum or minimum "e" changes with "index" into
 * "*out"; false where that is not known. */
static bool change_of(struct change *out, lcm_ctx *ctx, const lcm_expr *e,
                      const char *index) {
  const bool compares = e->kind == LCM_X_LT || e->kind == LCM_X_LE;
  bool falls = false;
  if (!compares && e->kind != LCM_X_MAX && e->kind != LCM_X_MIN)
    return false;
  const lcm_expr *first = e->args[0];
  const lcm_expr *others =
      compares || e->n == 2
          ? e->args[1]
          : lcm_expr_nary(ctx, e->kind, e->args + 1, e->n - 1);
  const lcm_expr *gap = lcm_expr_sub(ctx, others, first);
  if (!gap ||
      !find_zero(ctx, &out->last, &falls, gap, index, e->kind == LCM_X_LT))
    return false;
  const lcm_expr *yes = compares               ? lcm_expr_int(ctx, 1)
                        : e->kind == LCM_X_MAX ? others
                                               : first;
  const lcm_expr *no = compares               ? lcm_expr_int(ctx, 0)
                       : e->kind == LCM_X_MAX ? first
                                              : others;
  out->node = e;
  out->below = falls ? yes : no;
  out->above = falls ? no : yes;
  return true;
}

/* Find a change with "index" in "e". */
static bool find_change(struct change *out, lcm_ctx *ctx, const lcm_expr *e,
                        const char *index) {
  bool found = false;
  if (!lcm_expr_has(e, index) || e->kind == LCM_X_SUM ||
      e->kind == LCM_X_PROD || e->kind == LCM_X_MAX_OVER)
    return false;
  for (size_t i = 0; i < e->n && !found; i++)
    found = find_change(out, ctx, e->args[i], index);
  return found || change_of(out, ctx, e, index);
}

/* Return "e" (may be NULL) with "node" replaced by "by". */
static const lcm_expr *replace(lcm_ctx *ctx, const lcm_expr *e,
                               const lcm_expr *node, const lcm_expr *by) {
  bool changed = false;
  if (!e || e == node || !e->n)
    return e == node ? by : e;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++) {
    args[i] = replace(ctx, e->args[i], node, by);
    changed = changed || args[i] != e->args[i];
  }
  return changed ? lcm_expr_rebuild(ctx, e, args) : e;
}

/* Return the sum of "body" over "range" in closed form, in up to 2^"depth"
 * pieces between the places where the body changes; NULL where there is
 * none. */
static const lcm_expr *piecewise_sum(lcm_ctx *ctx, struct lcm_range range,
                                     const lcm_expr *body, int depth) {
  struct change change;
  if (!body || !range.from || !range.to)
    return NULL;
  const lcm_expr *closed = closed_sum(ctx, range, body);
  if (closed || !depth || !find_change(&change, ctx, body, range.index))
    return closed;
  const lcm_expr *ends[] = {range.to, change.last};
  const lcm_expr *starts[] = {
      range.from, lcm_expr_add(ctx, change.last, lcm_expr_int(ctx, 1))};
  const struct lcm_range below = {range.index, range.from,
                                  lcm_expr_nary(ctx, LCM_X_MIN, ends, 2)};
  const struct lcm_range above = {
      range.index, lcm_expr_nary(ctx, LCM_X_MAX, starts, 2), range.to};
  const lcm_expr *low = piecewise_sum(
      ctx, below, replace(ctx, body, change.node, change.below), depth - 1);
  return low ? lcm_expr_add(
                   ctx, low,
                   piecewise_sum(ctx, above,
                                 replace(ctx, body, change.node, change.above),
                                 depth - 1))
             : NULL;
}

/* ---- periods ---------------------------------------------------------------
 */

/* Put "e" into "*out" where it is a whole number of moderate size; return
 * whether it is. */
static bool is_moderate(long long *out, const lcm_expr *e) {
  static const double MOST = 1e15;
  double value = 0;
  if (!e || !lcm_expr_is_number(e, &value) || value != floor(value) ||
      fabs(value) > MOST)
    return false;
  *out = (long long)value;
  return true;
}

/* Return the greatest common divisor of "a" and "b". */
static long long common_divisor(long long a, long long b) {
  while (b) {
    const long long rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/* Make "*period" a multiple of that of "e", a remainder by a number, in
 * "index"; false where it has none, or a long one. */
static bool add_remainder(lcm_ctx *ctx, long long *period, const lcm_expr *e,
                          const char *index) {
  struct polynomial line;
  long long by = 0;
  long long slope = 0;
  if (!is_moderate(&by, e->args[1]) || by < 1 ||
      !as_polynomial(ctx, &line, e->args[0], index) ||
      !is_moderate(&slope, line.by_power[1]))
    return false;
  for (unsigned k = 2; k <= MAX_DEGREE; k++)
    if (line.by_power[k])
      return false;
  const long long own = by / common_divisor(slope, by);
  if (own > MAX_PERIOD)
    return false;
  *period *= own / common_divisor(*period, own);
  return *period <= MAX_PERIOD;
}

/* Make "*period" a multiple of that which "e" has in "index"; false where it
 * depends on the index otherwise than by remainders. */
static bool find_period(lcm_ctx *ctx, long long *period, const lcm_expr *e,
                        const char *index) {
  if (!lcm_expr_has(e, index))
    return true;
  if (e->kind == LCM_X_MOD && add_remainder(ctx, period, e, index))
    return true;
  for (size_t i = 0; i < e->n; i++)
    if (!find_period(ctx, period, e->args[i], index))
      return false;
  return e->n > 0;
}

/* Return which of the "n" values "all" occurs most often, the first of such. */
static size_t commonest(const lcm_expr *const *all, size_t n) {
  size_t best = 0;
  size_t most = 0;
  for (size_t i = 0; i < n; i++) {
    size_t times = 0;
    for (size_t k = 0; k < n; k++)
      times += all[k] == all[i];
    if (times > most) {
      most = times;
      best = i;
    }
  }
  return best;
}

/* Return the sum over "range", which begins with a number, of what takes the
 * "n" values "all" again and again. */
static const lcm_expr *sum_values(lcm_ctx *ctx, struct lcm_range range,
                                  const lcm_expr *const *all, size_t n) {
  const lcm_expr *most = all[commonest(all, n)];
  const lcm_expr *length = lcm_expr_sub(ctx, range.to, range.from);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *sum = lcm_expr_mul(ctx, most, lcm_expr_add(ctx, length, one));
  const lcm_expr *part = lcm_expr_ratio(ctx, 1, (long long)n);
  double number = 0;
  size_t unlike = 0;
  for (size_t i = 0; i < n && sum; i++) {
    if (all[i] == most)
      continue;
    const lcm_expr *left =
        lcm_expr_sub(ctx, length, lcm_expr_int(ctx, (long long)i));
    const lcm_expr *times = lcm_expr_add(
        ctx, lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_mul(ctx, left, part)),
        one);
    sum = lcm_expr_add(
        ctx, sum, lcm_expr_mul(ctx, times, lcm_expr_sub(ctx, all[i], most)));
    unlike++;
  }
  return unlike <= MAX_UNLIKE || lcm_expr_is_number(range.to, &number) ? sum
                                                                       : NULL;
}

/* Return the sum of "body" (NULL: none) over "range" by its values in a period;
 * NULL where it has none, or "range" begins elsewhere than at a number. */
static const lcm_expr *periodic_sum(lcm_ctx *ctx, struct lcm_range range,
                                    const lcm_expr *body) {
  const lcm_expr *values[MAX_PERIOD];
  long long period = 1;
  long long from = 0;
  if (!body || !lcm_expr_is_whole(range.to) ||
      !is_moderate(&from, range.from) ||
      !find_period(ctx, &period, body, range.index))
    return NULL;
  for (long long i = 0; i < period; i++) {
    const struct lcm_subst at = {range.index, lcm_expr_int(ctx, from + i)};
    values[i] = lcm_expr_subst(ctx, body, &at, 1);
    if (!values[i])
      return NULL;
  }
  const lcm_expr *sum = sum_values(ctx, range, values, (size_t)period);
  return sum ? lcm_expr_mul(ctx, guard_of(ctx, range), sum) : NULL;
}

/* Return the sum of "body" over "range", whose index takes whole values, with
 * what that and its ends decide decided; NULL where they decide nothing. */
static const lcm_expr *settled_sum(lcm_ctx *ctx, struct lcm_range range,
                                   const lcm_expr *body) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  double low = 0;
  double high = 0;
  double ignored = 0;
  char name[32];
  const lcm_expr *end = plain_end(ctx, range);
  if (state->sums >= MOST_NESTED || !end || !lcm_expr_is_whole(range.from) ||
      !is_open(body, range.index))
    return NULL;
  (void)snprintf(name, sizeof name, "$%u", state->sums++);
  lcm_expr_bounds(&low, &ignored, range.from);
  lcm_expr_bounds(&ignored, &high, end);
  const lcm_expr *index =
      lcm_expr_symbol(ctx, lcm_intern(ctx, name), LCM_DIM_NONE);
  lcm_expr_assume(ctx, index, low, fmax(low, high), true);
  const struct lcm_subst in = {range.index, index};
  const struct lcm_subst out = {
      index->name, lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE)};
  const struct lcm_range inner = {index->name, range.from, end};
  const lcm_expr *named = lcm_expr_subst(ctx, body, &in, 1);
  const lcm_expr *settled = lcm_expr_settle(ctx, inner, named);
  const lcm_expr *closed = piecewise_sum(ctx, inner, settled, MAX_PIECES);
  closed = closed ? closed : periodic_sum(ctx, inner, settled);
  if (!closed && settled) {
    const lcm_expr *better = lcm_expr_subst(ctx, settled, &out, 1);
    if (better && better != body)
      closed = lcm_expr_over_open(ctx, LCM_X_SUM, range, better);
  }
  state->sums--;
  return closed;
}

/* Return whether "e" is over a range. */
static bool is_over(const lcm_expr *e) {
  return e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
         e->kind == LCM_X_MAX_OVER;
}

bool lcm_expr_has_loop(const lcm_expr *e) {
  if (!e)
    return false;
  bool found = is_over(e);
  for (size_t i = 0; i < e->n && !found; i++)
    found = lcm_expr_has_loop(e->args[i]);
  return found;
}

/* Put the product of those factors of "body" that depend on the index of
 * "range" into "*open", and that of the others into "*fixed"; return how many
 * there are in "*open". */
static size_t split_factors(lcm_ctx *ctx, const lcm_expr **open,
                            const lcm_expr **fixed, struct lcm_range range,
                            const lcm_expr *body) {
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  size_t n = 0;
  *open = one;
  *fixed = body;
  for (size_t i = 0; i < body->n; i++) {
    if (!lcm_expr_has(body->args[i], range.index))
      continue;
    *open = lcm_expr_mul(ctx, *open, body->args[i]);
    *fixed = replace(ctx, *fixed, body->args[i], one);
    n++;
  }
  return n;
}

static const lcm_expr *apart(lcm_ctx *ctx, struct lcm_range range,
                             const lcm_expr *body);

/* Return whether "e" has loops or alternatives. */
static bool takes_long(const lcm_expr *e) {
  return lcm_expr_has_loop(e) || lcm_expr_has_kind(e, LCM_X_IF);
}

/* As apart, of the product "body": the factors that do not depend on the index
 * are taken out where one of both sides takes long. */
static const lcm_expr *apart_product(lcm_ctx *ctx, struct lcm_range range,
                                     const lcm_expr *body) {
  const lcm_expr *open = NULL;
  const lcm_expr *fixed = NULL;
  const size_t n = split_factors(ctx, &open, &fixed, range, body);
  if (!open || !fixed)
    return NULL;
  const lcm_expr *inner =
      open->kind == LCM_X_SUM_OF ? apart(ctx, range, open) : NULL;
  if (!inner && n && n < body->n &&
      (lcm_expr_has_loop(open) || takes_long(fixed)))
    inner = lcm_expr_over(ctx, LCM_X_SUM, range, open);
  return inner ? lcm_expr_mul(ctx, fixed, inner) : NULL;
}

/* Return the sum of "body" over "range" with the sums in it that do not depend
 * on the index taken out, so that they are added up once; NULL where there are
 * none. */
static const lcm_expr *apart(lcm_ctx *ctx, struct lcm_range range,
                             const lcm_expr *body) {
  const lcm_expr *fixed = NULL;
  if (body->kind == LCM_X_MUL_OF)
    return apart_product(ctx, range, body);
  for (size_t i = 0; body->kind == LCM_X_SUM_OF && i < body->n; i++) {
    const lcm_expr *arg = body->args[i];
    if (!lcm_expr_has(arg, range.index) && lcm_expr_has_loop(arg))
      fixed = fixed ? lcm_expr_add(ctx, fixed, arg) : arg;
  }
  const lcm_expr *all = fixed ? closed_sum(ctx, range, fixed) : NULL;
  return all ? lcm_expr_add(ctx, all,
                            lcm_expr_over(ctx, LCM_X_SUM, range,
                                          lcm_expr_sub(ctx, body, fixed)))
             : NULL;
}

/* Return the sum of "body" over "range", as closed as possible. */
static const lcm_expr *sum_over(lcm_ctx *ctx, struct lcm_range range,
                                const lcm_expr *body) {
  const lcm_expr *closed = closed_sum(ctx, range, body);
  closed = closed ? closed : settled_sum(ctx, range, body);
  closed = closed ? closed : apart(ctx, range, body);
  return closed ? closed : lcm_expr_over_open(ctx, LCM_X_SUM, range, body);
}

/* As sum_over, for what was asked for before as well. */
static const lcm_expr *known_sum(lcm_ctx *ctx, struct lcm_range range,
                                 const lcm_expr *body) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  struct lcm_memo_key key = {
      .what = {state->sums, (uintptr_t)lcm_intern(ctx, range.index),
               (uintptr_t)range.from, (uintptr_t)range.to, (uintptr_t)body}};
  if (!lcm_memo_premises(&key.premises, range.from) ||
      !lcm_memo_premises(&key.premises, range.to) ||
      !lcm_memo_premises(&key.premises, body))
    return sum_over(ctx, range, body);
  const lcm_expr *known = lcm_memo_get(&state->sums_known, &key);
  if (known)
    return known;
  const lcm_expr *out = sum_over(ctx, range, body);
  if (out && !lcm_ctx_is_spent(ctx))
    lcm_memo_put(ctx, &state->sums_known, &key, out);
  return out;
}

const lcm_expr *lcm_expr_over(lcm_ctx *ctx, lcm_expr_kind kind,
                              struct lcm_range range, const lcm_expr *body) {
  if (!range.from || !range.to || !body)
    return NULL;
  return kind == LCM_X_SUM && !lcm_expr_is_zero(body) &&
                 lcm_dim_equal(range.from->dim, LCM_DIM_NONE) &&
                 lcm_dim_equal(range.to->dim, LCM_DIM_NONE)
             ? known_sum(ctx, range, body)
             : lcm_expr_over_open(ctx, kind, range, body);
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

bool lcm_expr_sums_over(const lcm_expr *e, const char *name) {
  if (!e)
    return false;
  bool found = is_over(e) && lcm_expr_has(e, name);
  for (size_t i = 0; i < e->n && !found; i++)
    found =
        lcm_expr_has(e->args[i], name) && lcm_expr_sums_over(e->args[i], name);
  return found;
}

/* Return the number of "e", which depends on no name; "e" where it has none. */
static const lcm_expr *number_of(lcm_ctx *ctx, const lcm_expr *e) {
  const bool timed = lcm_dim_equal(e->dim, LCM_DIM_TIME);
  double value = 0;
  if ((!timed && !lcm_dim_equal(e->dim, LCM_DIM_NONE)) ||
      lcm_expr_eval(&value, e, NULL, 0))
    return e;
  const lcm_expr *out = lcm_expr_real(ctx, value);
  return timed
             ? lcm_expr_mul(ctx, out, lcm_expr_unit(ctx, lcm_measure_find("s")))
             : out;
}

const lcm_expr *lcm_expr_numbers(lcm_ctx *ctx, const lcm_expr *e) {
  const char *const *names = NULL;
  bool changed = false;
  if (!e || !e->n)
    return e;
  if (is_over(e) && !lcm_expr_names(&names, ctx, e))
    return number_of(ctx, e);
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++) {
    args[i] = lcm_expr_numbers(ctx, e->args[i]);
    changed = changed || args[i] != e->args[i];
  }
  return changed ? lcm_expr_rebuild(ctx, e, args) : e;
}

/* How many names may be in a sum that is closed once more. */
enum { MOST_NAMES = 16 };

/* Return "e", which has the "n" names at "names", with the sums in it closed
 * as if these were whole; NULL where that takes too long. */
static const lcm_expr *close_whole(lcm_ctx *ctx, const lcm_expr *e,
                                   const char *const *names, size_t n) {
  struct lcm_subst in[MOST_NAMES];
  struct lcm_subst out[MOST_NAMES];
  for (size_t i = 0; i < n; i++) {
    const char *name =
        lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "$%s", names[i]));
    const lcm_expr *whole = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
    lcm_expr_assume(ctx, whole, -INFINITY, INFINITY, true);
    in[i] = (struct lcm_subst){names[i], whole};
    out[i] =
        (struct lcm_subst){name, lcm_expr_symbol(ctx, names[i], LCM_DIM_NONE)};
  }
  const bool muted = lcm_ctx_mute(ctx, true);
  lcm_ctx_refill(ctx);
  const lcm_expr *closed =
      lcm_expr_subst(ctx, lcm_expr_subst(ctx, e, in, n), out, n);
  lcm_ctx_refill(ctx);
  (void)lcm_ctx_mute(ctx, muted);
  return closed;
}

const lcm_expr *lcm_expr_close(lcm_ctx *ctx, const lcm_expr *e) {
  struct lcm_memo *memo = &lcm_expr_state(ctx)->closed;
  struct lcm_memo_key key = {.what = {(uintptr_t)e}};
  const char *const *names = NULL;
  const size_t n = lcm_expr_has_kind(e, LCM_X_SUM)
                       ? lcm_expr_names(&names, ctx, e)
                       : MOST_NAMES + 1;
  if (n > MOST_NAMES)
    return e;
  const bool keeps = lcm_memo_premises(&key.premises, e);
  const lcm_expr *known = keeps ? lcm_memo_get(memo, &key) : NULL;
  if (known)
    return known;
  const lcm_expr *closed = close_whole(ctx, e, names, n);
  closed = closed ? closed : e;
  if (keeps)
    lcm_memo_put(ctx, memo, &key, closed);
  return closed;
}
