/* Adds up what changes smoothly but for a few bends and jumps, from some of its
 * values: in ranges that are shortest at both ends, where the cost of small
 * loops is decided, a polynomial of degree 8 goes through nine values.  Where
 * those through five and through the four others of these come to something
 * else the range is halved; what is short is added one by one. */
#include <math.h>

#include "model/expr/intern.h"
#include "model/expr/node.h"
#include "model/expr/pieces/smooth.h"
#include "model/expr/pieces/weights.h"

/* How many loops stand inside each other, and how many nodes are looked at. */
enum { MOST_INNER = 4, MOST_SEEN = 20000 };

/* How many ranges there are to begin with, and in all, at most. */
enum { MOST_BEGUN = 96, MOST_RANGES = 512 };

/* Ranges of at most so many places (SHORT) are added one by one; the first one
 * has a quarter of it, and each that follows is so many times as long. */
enum { MOST_PLACES = 20 };
static const double SHORT = MOST_PLACES;
static const double LONGER = 4;

/* By how much of the sum the two polynomials of a range may differ. */
static const double TOLERANCE = 1e-6;

/* ---- what is smooth ------------------------------------------------------ */

/* The indices that what is looked at may depend on. */
struct indices {
  const char *at[1 + MOST_INNER];
  size_t n;
  size_t seen;
};

/* Return whether "e" depends on one of "indices". */
static bool depends(const struct indices *indices, const lcm_expr *e) {
  for (size_t i = 0; i < indices->n; i++)
    if (e->mask && lcm_expr_has(e, indices->at[i]))
      return true;
  return false;
}

/* Return whether an operator of the kind "kind" keeps what is smooth, but for
 * bends and jumps at few places. */
static bool keeps_smooth(lcm_expr_kind kind) {
  switch (kind) {
  case LCM_X_OF_LEAVES:
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_POW:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_EXP:
  case LCM_X_LOG:
  case LCM_X_LOG2:
  case LCM_X_LOG10:
  case LCM_X_SQRT:
  case LCM_X_LT:
  case LCM_X_LE:
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_NOT:
  case LCM_X_IF:
  case LCM_X_SUM:
    return true;
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_EQ:
  case LCM_X_NE:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
  case LCM_X_COUNT:
    break;
  }
  return false;
}

/* Return whether "e" is smooth in all of "indices". */
static bool is_smooth(struct indices *indices, const lcm_expr *e) {
  const bool over = e->kind == LCM_X_SUM;
  if (!depends(indices, e))
    return true;
  bool good = indices->seen++ < MOST_SEEN && keeps_smooth(e->kind) &&
              (!over || indices->n < 1 + MOST_INNER);
  for (size_t i = 0; i < e->n && good; i++) {
    const bool inside = over && i == 2;
    if (inside)
      indices->at[indices->n++] = e->name;
    good = is_smooth(indices, e->args[i]);
    indices->n -= inside;
  }
  return good;
}

bool lcm_expr_is_smooth(const struct lcm_pieces_of *of) {
  struct indices indices = {.at = {of->index}, .n = 1};
  return is_smooth(&indices, of->body);
}

/* ---- sums ---------------------------------------------------------------- */

/* Some places of a sum, and what the body comes to at all of them. */
struct range {
  double from;
  double n;
  double sum;
  double error; /* by how much it may be off */
};

/* A sum that is added up. */
struct smooth {
  const struct lcm_pieces_of *of;
  double error;  /* that a range may have */
  size_t ranges; /* how many were looked at */
};

/* Put what the body comes to at "x" into "*out"; false where it is nothing. */
static bool value_at(double *out, const struct smooth *s, double x) {
  return !s->of->at(out, s->of->body, x, s->of->user) && isfinite(*out);
}

/* Put what the body comes to at all "n" places "xs" into "out"; false where it
 * is nothing at one. */
static bool values_at(double *out, const struct smooth *s, const double *xs,
                      size_t n) {
  bool good = s->of->many && s->of->many(out, xs, n, s->of->user);
  for (size_t i = 0; i < n && good; i++)
    good = isfinite(out[i]);
  if (good)
    return true;
  for (size_t i = 0; i < n; i++)
    if (!value_at(&out[i], s, xs[i]))
      return false;
  return true;
}

/* Put the places at which "range" is looked at into "xs": all, or a few; return
 * how many. */
static size_t places_of(double *xs, const struct range *range) {
  double places[LCM_MOST_WEIGHTS];
  double weights[LCM_MOST_WEIGHTS];
  const bool all = range->n <= SHORT;
  const size_t n = all ? (size_t)range->n : LCM_MOST_WEIGHTS;
  if (!all)
    lcm_weights_find(weights, places, LCM_MOST_WEIGHTS, range->n);
  for (size_t i = 0; i < n; i++)
    xs[i] = range->from + (all ? (double)i : places[i]);
  return n;
}

/* Add up all places of "range", which have the values "values". */
static void add_each(struct range *range, const double *values) {
  for (size_t i = 0; i < (size_t)range->n; i++)
    range->sum += values[i];
}

/* Return what "n" places come to by every second of the values "values" at
 * "places", from number "first" on. */
static double by_every_second(const double *values, const double *places,
                              size_t first, double n) {
  double some[LCM_MOST_WEIGHTS] = {0};
  double weights[LCM_MOST_WEIGHTS];
  double sum = 0;
  size_t m = 0;
  for (size_t k = first; k < LCM_MOST_WEIGHTS; k += 2)
    some[m++] = places[k];
  lcm_weights_at(weights, some, m, n);
  for (size_t k = 0; k < m; k++)
    sum += weights[k] * values[first + 2 * k];
  return sum;
}

/* Add up "range" from the values "values" at LCM_MOST_WEIGHTS places.  A bend
 * may be where one half of the values comes to the same as all, but not the
 * other half, too; that one, which lacks both ends, comes to something else
 * sooner. */
static void add_some(struct range *range, const double *values) {
  static const double SOONER = 4;
  double places[LCM_MOST_WEIGHTS];
  double weights[LCM_MOST_WEIGHTS];
  lcm_weights_find(weights, places, LCM_MOST_WEIGHTS, range->n);
  for (size_t k = 0; k < LCM_MOST_WEIGHTS; k++)
    range->sum += weights[k] * values[k];
  const double even = by_every_second(values, places, 0, range->n);
  const double odd = by_every_second(values, places, 1, range->n);
  range->error = fmax(fabs(range->sum - even), fabs(range->sum - odd) / SOONER);
}

/* Find what the "n" ranges at "ranges", MOST_BEGUN or fewer, come to, as far as
 * some values say; false where one of them does not exist, or too many ranges
 * were looked at. */
static bool look(struct range *ranges, size_t n, struct smooth *s) {
  double xs[MOST_BEGUN * MOST_PLACES] = {0};
  double values[MOST_BEGUN * MOST_PLACES];
  size_t all = 0;
  s->ranges += n;
  if (s->ranges > MOST_RANGES)
    return false;
  for (size_t i = 0; i < n; i++)
    all += places_of(&xs[all], &ranges[i]);
  if (!values_at(values, s, xs, all))
    return false;
  all = 0;
  for (size_t i = 0; i < n; i++) {
    ranges[i].sum = ranges[i].error = 0;
    if (ranges[i].n <= SHORT)
      add_each(&ranges[i], &values[all]);
    else
      add_some(&ranges[i], &values[all]);
    all += ranges[i].n <= SHORT ? (size_t)ranges[i].n : LCM_MOST_WEIGHTS;
  }
  return true;
}

/* Add to "*all" what "range" comes to, in halves where it is not known well
 * enough. */
static bool add_range(double *all, struct smooth *s,
                      const struct range *range) {
  if (!(range->error > s->error)) {
    *all += range->sum;
    return true;
  }
  const double half = floor(range->n / 2);
  struct range halves[] = {{.from = range->from, .n = half},
                           {.from = range->from + half, .n = range->n - half}};
  return look(halves, 2, s) && add_range(all, s, &halves[0]) &&
         add_range(all, s, &halves[1]);
}

/* Divide "n" places into ranges that grow from both ends; return how many. */
static size_t divide(struct range *ranges, double from, double n) {
  size_t count = 0;
  double length = SHORT / LONGER;
  double low = 0;
  double high = n;
  while (high - low > 2 * length && count + 3 < MOST_BEGUN) {
    ranges[count++] = (struct range){.from = from + low, .n = length};
    ranges[count++] = (struct range){.from = from + high - length, .n = length};
    low += length;
    high -= length;
    length *= LONGER;
  }
  const double half = floor((high - low) / 2);
  ranges[count++] = (struct range){.from = from + low, .n = half};
  ranges[count++] =
      (struct range){.from = from + low + half, .n = high - low - half};
  return count;
}

/* Put the largest of the values of "s" at a few places of "range" into "*out",
 * if it is above that, and the places around it into "*around". */
static bool look_for_largest(double *out, struct range *around,
                             const struct smooth *s,
                             const struct range *range) {
  const double n = range->n <= SHORT ? range->n : LCM_MOST_WEIGHTS;
  const double apart = n > 1 ? (range->n - 1) / (n - 1) : 1;
  for (double k = 0; k < n; k++) {
    const double low = floor(fmax(0, k - 1) * apart);
    const double high = fmin(range->n - 1, ceil((k + 1) * apart));
    double value = 0;
    if (!value_at(&value, s, range->from + floor(k * apart)))
      return false;
    if (!(value > *out))
      continue;
    *out = value;
    *around = (struct range){.from = range->from + low, .n = high - low + 1};
  }
  return true;
}

/* Put the largest of the values of "s" in the "n" ranges "ranges" into "*out":
 * around the largest of those at a few places of each, closer and closer. */
static bool find_largest(double *out, const struct smooth *s,
                         const struct range *ranges, size_t n) {
  struct range around = {.n = 0};
  double largest = -INFINITY;
  for (size_t i = 0; i < n; i++)
    if (!look_for_largest(&largest, &around, s, &ranges[i]))
      return false;
  for (bool all = false; !all;) {
    const struct range range = around;
    double here = -INFINITY;
    all = range.n <= SHORT;
    if (!look_for_largest(&here, &around, s, &range))
      return false;
    largest = fmax(largest, here);
  }
  *out = largest;
  return isfinite(largest);
}

bool lcm_expr_sum_smooth(double *out, const struct lcm_pieces_of *of) {
  struct range ranges[MOST_BEGUN];
  struct smooth s = {.of = of};
  const size_t n = divide(ranges, of->from, floor(of->to - of->from) + 1);
  double size = 0;
  double all = 0;
  if (of->longest)
    return find_largest(out, &s, ranges, n);
  if (!look(ranges, n, &s))
    return false;
  for (size_t i = 0; i < n; i++)
    size += fabs(ranges[i].sum);
  s.error = size * TOLERANCE;
  for (size_t i = 0; i < n; i++)
    if (!add_range(&all, &s, &ranges[i]))
      return false;
  *out = all;
  return true;
}
