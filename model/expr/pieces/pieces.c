/* Adds up polynomials of an index, range by range, from a few of their values.
 *
 * A polynomial of degree D over N equidistant places is known by D + 1 of its
 * values, and so is its sum: the weights of these values are those with which
 * the powers of the index come to their sums.  Conditions and maxima of what is
 * linear in the index change what is added where they are decided otherwise:
 * the range is cut there, and the places around the cut are added one by
 * one.  Whole numbers that take steps are fixed between these. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/expr/intern.h"
#include "model/expr/node.h"
#include "model/expr/operate.h"
#include "model/expr/pieces/periods.h"
#include "model/expr/pieces/pieces.h"
#include "model/expr/pieces/steps.h"
#include "model/expr/pieces/weights.h"

/* The highest degree, how many cuts there are at most, how many loops stand
 * inside each other, and how many nodes are looked at. */
enum {
  MOST_DEGREE = LCM_MOST_WEIGHTS - 1,
  MOST_CUTS = 24,
  MOST_INNER = 4,
  MOST_SEEN = 2000
};

/* How many places around a cut are added one by one, to each side. */
static const double AROUND = 2;

/* How many places lie between two steps at least, in the mean: finding the
 * next step takes evaluations, too. */
static const double STRIDE = 24;

/* What is known of the body of a sum. */
struct pieces {
  const struct lcm_pieces_of *of;
  const char *inner[MOST_INNER]; /* indices of the loops around */
  size_t n_inner;
  double cuts[MOST_CUTS];
  size_t n_cuts;
  size_t seen;
  struct lcm_steps steps; /* fixed from of->from to of->to */
};

/* It is no polynomial. */
enum { NO_DEGREE = -1 };

static int degree(struct pieces *p, const lcm_expr *e);

/* Return whether "name" is free in "e". */
static bool mentions(const lcm_expr *e, const char *name) {
  for (size_t i = 0; e->leaves && i < e->n_leaves; i++)
    if (e->leaves[i]->name == name)
      return true;
  return !e->leaves && e->mask && lcm_expr_has(e, name);
}

/* Return whether "e" changes with an index of the loops around. */
static bool changes_inside(const struct pieces *p, const lcm_expr *e) {
  for (size_t i = 0; i < p->n_inner; i++)
    if (mentions(e, p->inner[i]))
      return true;
  return false;
}

/* Return whether "e" depends on the index through what takes steps alone. */
static bool is_between_steps(struct pieces *p, const lcm_expr *e) {
  if (!mentions(e, p->of->index) || lcm_steps_have(&p->steps, e))
    return true;
  bool fixed = e->n > 0 && p->seen++ < MOST_SEEN;
  for (size_t i = 0; i < e->n && fixed; i++)
    fixed = is_between_steps(p, e->args[i]);
  return fixed;
}

/* Return whether "e" is the same all over the sum. */
static bool is_fixed(struct pieces *p, const lcm_expr *e) {
  const bool fixed =
      p->steps.n ? is_between_steps(p, e) : !mentions(e, p->of->index);
  return fixed && !changes_inside(p, e);
}

/* Return whether only sums and products are in "e". */
static bool is_plain(const lcm_expr *e) {
  if (e->kind == LCM_X_NUMBER || e->kind == LCM_X_SYMBOL ||
      e->kind == LCM_X_COEF)
    return true;
  if (e->kind != LCM_X_SUM_OF && e->kind != LCM_X_MUL_OF)
    return false;
  for (size_t i = 0; i < e->n; i++)
    if (!is_plain(e->args[i]))
      return false;
  return true;
}

/* Return whether "e" is linear in the index of the sum alone. */
static bool is_linear(struct pieces *p, const lcm_expr *e) {
  if (is_fixed(p, e))
    return true;
  if (changes_inside(p, e) || !is_plain(e))
    return false;
  const int own = degree(p, e);
  return own == 0 || own == 1;
}

/* Put the value of a - b + "more" at "x" into "*out". */
static bool differ_at(double *out, const struct pieces *p,
                      const lcm_expr *const *of, double more, double x) {
  double one = 0;
  double two = 0;
  if (p->of->at(&one, of[0], x, p->of->user) ||
      p->of->at(&two, of[1], x, p->of->user))
    return false;
  *out = one - two + more;
  return isfinite(*out);
}

/* Cut the range where of[0] - of[1] + "more", which is linear, comes to 0;
 * false where that is not known. */
static bool cut(struct pieces *p, const lcm_expr *const *of, double more) {
  const double from = p->of->from;
  const double to = p->of->to;
  double first = 0;
  double last = 0;
  if (!differ_at(&first, p, of, more, from) ||
      !differ_at(&last, p, of, more, to))
    return false;
  if (first == last)
    return true;
  const double root = from + (to - from) * (first / (first - last));
  if (!(root > from - 2 * AROUND) || !(root < to + 2 * AROUND))
    return true;
  if (p->n_cuts == MOST_CUTS)
    return false;
  p->cuts[p->n_cuts++] = root;
  return true;
}

/* Cut the range where one of the "n" parts of "e", which are linear, becomes
 * larger than another; false where they are not. */
static bool cut_between(struct pieces *p, const lcm_expr *e) {
  for (size_t i = 0; i < e->n; i++)
    if (!is_linear(p, e->args[i]))
      return false;
  for (size_t i = 0; i < e->n; i++)
    for (size_t k = 0; k < i; k++) {
      const lcm_expr *const both[] = {e->args[i], e->args[k]};
      if (!cut(p, both, 0))
        return false;
    }
  return true;
}

/* Cut the range where the condition "e" is decided otherwise; false where that
 * is not known. */
static bool cut_at_condition(struct pieces *p, const lcm_expr *e) {
  if (is_fixed(p, e))
    return true;
  if (e->kind == LCM_X_LT || e->kind == LCM_X_LE || e->kind == LCM_X_EQ ||
      e->kind == LCM_X_NE)
    return cut_between(p, e);
  if (e->kind != LCM_X_AND && e->kind != LCM_X_OR && e->kind != LCM_X_NOT)
    return false;
  for (size_t i = 0; i < e->n; i++)
    if (!cut_at_condition(p, e->args[i]))
      return false;
  return true;
}

/* Return the higher of the degrees of the "n" operands "args". */
static int highest(struct pieces *p, const lcm_expr *const *args, size_t n) {
  int most = 0;
  for (size_t i = 0; i < n; i++) {
    const int own = degree(p, args[i]);
    if (own == NO_DEGREE)
      return NO_DEGREE;
    most = own > most ? own : most;
  }
  return most;
}

/* Return the degree of the product "e". */
static int degree_of_product(struct pieces *p, const lcm_expr *e) {
  int all = 0;
  for (size_t i = 0; i < e->n; i++) {
    const int own = degree(p, e->args[i]);
    if (own == NO_DEGREE)
      return NO_DEGREE;
    all += own;
  }
  return all;
}

/* Return the degree of the power "e". */
static int degree_of_power(struct pieces *p, const lcm_expr *e) {
  double by = 0;
  if (!lcm_expr_is_number(e->args[1], &by) || by < 0 || by > MOST_DEGREE ||
      by != floor(by))
    return NO_DEGREE;
  const int own = degree(p, e->args[0]);
  return own == NO_DEGREE ? NO_DEGREE : own * (int)by;
}

/* Return the degree of the sum "e": it has as many addends as a linear function
 * with a whole slope says, none where that is not above 0. */
static int degree_of_sum(struct pieces *p, const lcm_expr *e) {
  const lcm_expr *const bounds[] = {e->args[1], e->args[0]};
  double first = 0;
  double second = 0;
  if (p->n_inner == MOST_INNER || !is_linear(p, bounds[0]) ||
      !is_linear(p, bounds[1]) ||
      !differ_at(&first, p, bounds, 1, p->of->from) ||
      !differ_at(&second, p, bounds, 1, p->of->from + 1) ||
      second - first != floor(second - first) || !cut(p, bounds, 1))
    return NO_DEGREE;
  p->inner[p->n_inner++] = e->name;
  const int own = degree(p, e->args[2]);
  p->n_inner--;
  return own == NO_DEGREE ? NO_DEGREE : own + 1;
}

/* Return the degree of the operator "e". */
static int degree_of_kind(struct pieces *p, const lcm_expr *e) {
  if (e->kind == LCM_X_SYMBOL || e->kind == LCM_X_COEF)
    return 1;
  if (e->kind == LCM_X_SUM_OF)
    return highest(p, e->args, e->n);
  if (e->kind == LCM_X_MUL_OF)
    return degree_of_product(p, e);
  if (e->kind == LCM_X_POW)
    return degree_of_power(p, e);
  if (e->kind == LCM_X_MAX || e->kind == LCM_X_MIN)
    return cut_between(p, e) ? 1 : NO_DEGREE;
  if (e->kind == LCM_X_SUM)
    return degree_of_sum(p, e);
  if (e->kind == LCM_X_IF)
    return cut_at_condition(p, e->args[0]) ? highest(p, e->args + 1, 2)
                                           : NO_DEGREE;
  return cut_at_condition(p, e) ? 0 : NO_DEGREE;
}

/* Return the degree of "e" as a polynomial of the index and of those of the
 * loops around, between cuts. */
static int degree(struct pieces *p, const lcm_expr *e) {
  if (is_fixed(p, e))
    return 0;
  if (p->seen++ >= MOST_SEEN)
    return NO_DEGREE;
  const int own = degree_of_kind(p, e);
  return own > MOST_DEGREE ? NO_DEGREE : own;
}

/* Add "value" to the sum, or maximum, "*all" of "p". */
static void add(double *all, const struct pieces *p, double value) {
  *all = p->of->longest ? fmax(*all, value) : *all + value;
}

/* Add to "*all" what the body comes to at all "n" places from "from" on. */
static bool add_each(double *all, const struct pieces *p, double from,
                     double n) {
  for (double i = 0; i < n; i++) {
    double value = 0;
    if (p->of->at(&value, p->of->body, from + i, p->of->user) ||
        !isfinite(value))
      return false;
    add(all, p, value);
  }
  return true;
}

/* As add_each, where the body is a polynomial of degree "d", of which the first
 * and the last place have the largest value if "d" is at most 1. */
static bool add_polynomial(double *all, const struct pieces *p, double from,
                           double n, int d) {
  double places[MOST_DEGREE + 1] = {0};
  double weights[MOST_DEGREE + 1] = {0};
  const size_t m = (size_t)d + 1;
  if (n <= (d ? 2 * (double)m : 1))
    return add_each(all, p, from, n);
  if (p->of->longest)
    return d <= 1 && add_each(all, p, from, 1) &&
           (!d || add_each(all, p, from + n - 1, 1));
  lcm_weights_find(weights, places, m, n);
  for (size_t k = 0; k < m; k++) {
    double value = 0;
    if (!add_each(&value, p, from + places[k], 1))
      return false;
    *all += value * weights[k];
  }
  return isfinite(*all);
}

/* Order numbers. */
static int number_order(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Add to "*all" what the body comes to from the first to the last place of "p",
 * between which no steps are taken. */
static bool add_part(double *all, struct pieces *p) {
  const struct lcm_pieces_of *of = p->of;
  const double n = floor(of->to - of->from) + 1;
  double at = 0;
  p->n_cuts = p->seen = 0;
  const int d = degree(p, of->body);
  if (d == NO_DEGREE)
    return false;
  qsort(p->cuts, p->n_cuts, sizeof *p->cuts, number_order);
  for (size_t i = 0; i <= p->n_cuts && at < n; i++) {
    const double cut =
        i < p->n_cuts ? floor(p->cuts[i] - of->from) : n + AROUND;
    const double begin = fmin(n, fmax(at, cut - AROUND));
    const double end = fmin(n, fmax(begin, cut + 1 + AROUND));
    if (!add_polynomial(all, p, of->from + at, begin - at, d) ||
        !add_each(all, p, of->from + begin, end - begin))
      return false;
    at = end;
  }
  return true;
}

/* Add to "*all" what the body comes to between all steps of "p". */
static bool add_steps(double *all, struct pieces *p) {
  const struct lcm_pieces_of *whole = p->of;
  struct lcm_pieces_of part = *whole;
  bool good = true;
  double taken = 0;
  if (!lcm_steps_taken(&taken, &p->steps, whole, whole->from,
                       whole->from + floor(whole->to - whole->from)) ||
      taken * STRIDE > whole->to - whole->from)
    return false;
  p->of = &part;
  while (good && part.from <= whole->to) {
    good = lcm_steps_end(&part.to, &p->steps, whole, part.from) &&
           add_part(all, p);
    part.from = part.to + 1;
  }
  return good;
}

bool lcm_expr_sum_pieces(double *out, const struct lcm_pieces_of *of) {
  struct pieces p = {.of = of};
  double all = of->longest ? -INFINITY : 0;
  lcm_steps_collect(&p.steps, of);
  if (!(p.steps.n ? add_steps(&all, &p) : add_part(&all, &p)))
    return lcm_expr_sum_periods(out, of);
  *out = all;
  return true;
}
