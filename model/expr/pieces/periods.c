/* Adds up what is the same again and again along an index: its body depends on
 * the index through remainders alone, by whole numbers of what is linear in the
 * index with a whole slope. */
#include <math.h>

#include "model/expr/intern.h"
#include "model/expr/node.h"
#include "model/expr/pieces/periods.h"

/* The longest period, how many loops stand inside each other, and how many
 * nodes are looked at. */
static const double LONGEST = 1024;
enum { MOST_INNER = 4, MOST_SEEN = 2000 };

/* How many places are evaluated together. */
enum { BLOCK = 128 };

/* What is known of the body of a sum. */
struct periods {
  const struct lcm_pieces_of *of;
  const char *inner[MOST_INNER]; /* indices of the loops around */
  size_t n_inner;
  size_t seen;
  double period;
};

/* Return whether "name" is free in "e". */
static bool mentions(const lcm_expr *e, const char *name) {
  for (size_t i = 0; e->leaves && i < e->n_leaves; i++)
    if (e->leaves[i]->name == name)
      return true;
  return !e->leaves && e->mask && lcm_expr_has(e, name);
}

/* Put the value of "e" into "*out" where it is the same all over the sum;
 * return whether it is. */
static bool fixed_value(double *out, const struct periods *p,
                        const lcm_expr *e) {
  const struct lcm_pieces_of *of = p->of;
  for (size_t i = 0; i < p->n_inner; i++)
    if (mentions(e, p->inner[i]))
      return false;
  return !mentions(e, of->index) && !of->at(out, e, of->from, of->user) &&
         isfinite(*out);
}

static bool slope_of(double *out, struct periods *p, const lcm_expr *e);

/* As slope_of, of the product "e": one of its factors has a slope. */
static bool slope_of_product(double *out, struct periods *p,
                             const lcm_expr *e) {
  size_t open = 0;
  double all = e->number;
  for (size_t i = 0; i < e->n; i++) {
    const bool own = mentions(e->args[i], p->of->index);
    double part = 0;
    if (own ? !slope_of(&part, p, e->args[i])
            : !fixed_value(&part, p, e->args[i]))
      return false;
    open += own;
    all *= part;
  }
  *out = all;
  return open == 1;
}

/* Put by how much "e", which depends on the index, grows with it into "*out";
 * false where that is not the same everywhere. */
static bool slope_of(double *out, struct periods *p, const lcm_expr *e) {
  double all = 0;
  *out = 1;
  if (e->kind == LCM_X_SYMBOL || p->seen++ >= MOST_SEEN)
    return e->kind == LCM_X_SYMBOL;
  if (e->kind == LCM_X_MUL_OF)
    return slope_of_product(out, p, e);
  if (e->kind != LCM_X_SUM_OF)
    return false;
  for (size_t i = 0; i < e->n; i++) {
    double part = 0;
    if (mentions(e->args[i], p->of->index) && !slope_of(&part, p, e->args[i]))
      return false;
    all += part;
  }
  *out = all;
  return true;
}

/* Return the greatest common divisor of the whole numbers "a" and "b". */
static double common_divisor(double a, double b) {
  while (b != 0) {
    const double rest = fmod(a, b);
    a = b;
    b = rest;
  }
  return fabs(a);
}

/* Make the period of "p" a multiple of that of the remainder "e"; false where
 * it has none, or a long one. */
static bool add_remainder(struct periods *p, const lcm_expr *e) {
  static const double MOST = 1e15;
  double by = 0;
  double slope = 0;
  if (!mentions(e->args[0], p->of->index) || !fixed_value(&by, p, e->args[1]) ||
      by < 1 || by != floor(by) || by > MOST ||
      !slope_of(&slope, p, e->args[0]) || slope != floor(slope) ||
      !(fabs(slope) < MOST))
    return false;
  const double own = by / common_divisor(slope, by);
  if (own > LONGEST)
    return false;
  p->period *= own / common_divisor(p->period, own);
  return p->period <= LONGEST;
}

/* Make the period of "p" a multiple of that of "e"; false where that depends on
 * the index otherwise than by remainders. */
static bool find_period(struct periods *p, const lcm_expr *e) {
  const bool over = e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
                    e->kind == LCM_X_MAX_OVER;
  bool found = e->n > 0;
  if (!mentions(e, p->of->index))
    return true;
  if (p->seen++ >= MOST_SEEN || (over && p->n_inner == MOST_INNER))
    return false;
  if (e->kind == LCM_X_MOD && add_remainder(p, e))
    return true;
  for (size_t i = 0; i < e->n && found; i++) {
    const bool inside = over && i == 2;
    if (inside)
      p->inner[p->n_inner++] = e->name;
    found = find_period(p, e->args[i]);
    p->n_inner -= inside;
  }
  return found;
}

/* Put "e" into "*out" where it is a number. */
static lcm_status number_at(double *out, const lcm_expr *e, double x,
                            const void *user) {
  (void)x;
  (void)user;
  return lcm_expr_is_number(e, out) ? LCM_OK : LCM_EUNBOUND;
}

double lcm_expr_period(const lcm_expr *body, const char *index) {
  const struct lcm_pieces_of of = {
      .body = body, .index = index, .at = number_at};
  struct periods p = {.of = &of, .period = 1};
  return find_period(&p, body) ? p.period : 0;
}

/* Put what the body of "of" comes to at "n" places from "from" on into
 * "out". */
static bool values_at(double *out, const struct lcm_pieces_of *of, double from,
                      size_t n) {
  double xs[BLOCK];
  bool good = true;
  for (size_t i = 0; i < n; i++)
    xs[i] = from + (double)i;
  if (of->many && of->many(out, xs, n, of->user))
    return true;
  for (size_t i = 0; i < n && good; i++)
    good = !of->at(&out[i], of->body, xs[i], of->user);
  return good;
}

/* Put what the body comes to at the first "n" places together into "*out", and
 * what it does at the first "part" of them into "*rest". */
static bool add_places(double *out, double *rest,
                       const struct lcm_pieces_of *of, double n, double part) {
  double values[BLOCK];
  double all = of->longest ? -INFINITY : 0;
  *rest = all;
  for (double i = 0; i < n; i++) {
    const size_t at = (size_t)i % BLOCK;
    const size_t left = (size_t)(n - i);
    if (!at &&
        !values_at(values, of, of->from + i, left < BLOCK ? left : BLOCK))
      return false;
    const double value = values[at];
    if (!isfinite(value))
      return false;
    all = of->longest ? fmax(all, value) : all + value;
    if (i + 1 == part)
      *rest = all;
  }
  *out = all;
  return true;
}

bool lcm_expr_sum_periods(double *out, const struct lcm_pieces_of *of) {
  struct periods p = {.of = of, .period = 1};
  const double n = floor(of->to - of->from) + 1;
  double whole = 0;
  double rest = 0;
  if (!find_period(&p, of->body) || n < 2 * p.period ||
      !add_places(&whole, &rest, of, p.period, fmod(n, p.period)))
    return false;
  *out = of->longest ? whole : whole * floor(n / p.period) + rest;
  return true;
}
