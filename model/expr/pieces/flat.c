/* Adds up what is one number on long stretches of an index, such as whole
 * numbers of what grows slowly and conditions that hold up to some place: a
 * range is halved until its bounds are one number, or it is short. */
#include "model/expr/pieces/flat.h"

#include <float.h>
#include <math.h>

#include "model/expr/intern.h"
#include "model/expr/node.h"
#include "model/expr/operate.h"

/* Ranges of fewer places are no worth; those of at most so many are added one
 * by one. */
static const double LONG = 4096;
static const double SHORT = 32;

/* How many nodes of the body are looked at at most; how many places are added,
 * of ranges that are too long to be added one by one. */
enum { MOST_SEEN = 2000 };
static const double MOST_PLACES = 1e8;
static const double MOST_ADDED = 1e6;

/* What values lie within, ends included; a point where they are equal: then all
 * evaluations make the same of the same numbers. */
struct stretch {
  double low;
  double high;
};

/* A sum that is added up; places are taken from "from" to "to" now. */
struct flat {
  const struct lcm_pieces_of *of;
  double from;
  double to;
  size_t seen;
  double added;
  double most; /* that may be added */
};

static bool is_point(struct stretch a) { return a.low == a.high; }

/* Return "low" .. "high" a little wider, for what rounding may do. */
static struct stretch wide(double low, double high) {
  const double by = 8 * DBL_EPSILON;
  return (struct stretch){low - (fabs(low) * by + DBL_MIN),
                          high + (fabs(high) * by + DBL_MIN)};
}

/* Return whether "name" is free in "e". */
static bool mentions(const lcm_expr *e, const char *name) {
  for (size_t i = 0; e->leaves && i < e->n_leaves; i++)
    if (e->leaves[i]->name == name)
      return true;
  return !e->leaves && e->mask && lcm_expr_has(e, name);
}

static bool find(struct stretch *out, struct flat *f, const lcm_expr *e);

/* Return a + b. */
static struct stretch plus(struct stretch a, struct stretch b) {
  if (is_point(a) && is_point(b))
    return (struct stretch){a.low + b.low, a.low + b.low};
  return wide(a.low + b.low, a.high + b.high);
}

/* Return a * b. */
static struct stretch times(struct stretch a, struct stretch b) {
  const double all[] = {a.low * b.low, a.low * b.high, a.high * b.low,
                        a.high * b.high};
  const double low = fmin(fmin(all[0], all[1]), fmin(all[2], all[3]));
  const double high = fmax(fmax(all[0], all[1]), fmax(all[2], all[3]));
  return low == high ? (struct stretch){low, low} : wide(low, high);
}

/* Put "a" to the whole power "k" into "*out"; false where that may not
 * exist. */
static bool power(struct stretch *out, struct stretch a, double k) {
  const double ends[] = {lcm_expr_power(a.low, k), lcm_expr_power(a.high, k)};
  const bool has_zero = a.low <= 0 && a.high >= 0;
  if (k < 0 && has_zero)
    return false;
  *out = wide(fmin(ends[0], ends[1]), fmax(ends[0], ends[1]));
  if (has_zero && fmod(k, 2) == 0)
    out->low = 0;
  if (is_point(a))
    *out = (struct stretch){ends[0], ends[0]};
  return true;
}

/* Put what the truth of "e", a comparison of "a" and "b", lies within into
 * "*out". */
static void compare(struct stretch *out, const lcm_expr *e, struct stretch a,
                    struct stretch b) {
  const bool apart = a.high < b.low || a.low > b.high;
  const bool equal = is_point(a) && is_point(b) && a.low == b.low;
  const bool strict = e->kind == LCM_X_LT;
  *out = (struct stretch){0, 1};
  if (e->kind == LCM_X_EQ || e->kind == LCM_X_NE) {
    if (apart || equal)
      out->low = out->high = equal == (e->kind == LCM_X_EQ);
  } else if (strict ? a.high < b.low : a.high <= b.low)
    out->low = 1;
  else if (strict ? a.low >= b.high : a.low > b.high)
    out->high = 0;
}

/* Put `and`, `or` or `not` of truths, "e", into "*out". */
static bool find_logic(struct stretch *out, struct flat *f, const lcm_expr *e) {
  const bool decides = e->kind == LCM_X_OR;
  struct stretch part;
  bool open = false;
  bool decided = false;
  for (size_t i = 0; i < e->n; i++) {
    if (!find(&part, f, e->args[i]))
      return false;
    const bool never = is_point(part) && part.low == 0;
    const bool always = part.low > 0 || part.high < 0;
    open = open || (!never && !always);
    decided = decided || (decides ? always : never);
  }
  if (e->kind == LCM_X_NOT)
    decided = is_point(part) && part.low == 0;
  const bool truth = e->kind == LCM_X_NOT || decides ? decided : !decided;
  *out = open && !decided ? (struct stretch){0, 1}
                          : (struct stretch){truth, truth};
  return true;
}

/* Put what the alternatives of "e" lie within into "*out": of the one that is
 * taken, where that is the same all over. */
static bool find_choice(struct stretch *out, struct flat *f,
                        const lcm_expr *e) {
  struct stretch cond;
  struct stretch other;
  if (!find(&cond, f, e->args[0]))
    return false;
  if (cond.low > 0 || cond.high < 0 || is_point(cond))
    return find(out, f, e->args[cond.low == 0 && is_point(cond) ? 2 : 1]);
  if (!find(out, f, e->args[1]) || !find(&other, f, e->args[2]))
    return false;
  out->low = fmin(out->low, other.low);
  out->high = fmax(out->high, other.high);
  return true;
}

/* Put what the function or power "e", of one operand that changes, lies within
 * into "*out". */
static bool find_function(struct stretch *out, struct flat *f,
                          const lcm_expr *e) {
  struct stretch a;
  double k = 0;
  if (!find(&a, f, e->args[0]))
    return false;
  if (e->kind == LCM_X_FLOOR || e->kind == LCM_X_CEIL) {
    *out = (struct stretch){lcm_expr_operate(e->kind, a.low, 0),
                            lcm_expr_operate(e->kind, a.high, 0)};
    return true;
  }
  if (e->kind == LCM_X_POW)
    return lcm_expr_is_number(e->args[1], &k) && k == floor(k) &&
           fabs(k) <= 64 && power(out, a, k);
  if (e->kind == LCM_X_SQRT && a.low >= 0) {
    *out = wide(sqrt(a.low), sqrt(a.high));
    return true;
  }
  return false;
}

/* Put what the logarithm "e" lies within into "*out"; false where it may not
 * exist. */
static bool find_logarithm(struct stretch *out, struct flat *f,
                           const lcm_expr *e) {
  struct stretch a;
  if (!find(&a, f, e->args[0]) || a.low <= 0)
    return false;
  const double low = lcm_expr_operate(e->kind, a.low, 0);
  *out = is_point(a) ? (struct stretch){low, low}
                     : wide(low, lcm_expr_operate(e->kind, a.high, 0));
  return true;
}

/* Put what the whole quotient or the remainder "e" lies within, by one number,
 * into "*out"; false where it is none. */
static bool find_quotient(struct stretch *out, struct flat *f,
                          const lcm_expr *e) {
  struct stretch a;
  struct stretch b;
  if (!find(&a, f, e->args[0]) || !find(&b, f, e->args[1]) || !is_point(b) ||
      b.low == 0)
    return false;
  if (is_point(a)) {
    const double value = lcm_expr_operate(e->kind, a.low, b.low);
    *out = (struct stretch){value, value};
    return true;
  }
  const double ends[] = {a.low / b.low, a.high / b.low};
  const struct stretch q = wide(fmin(ends[0], ends[1]), fmax(ends[0], ends[1]));
  const struct stretch whole = {floor(q.low), floor(q.high)};
  if (e->kind == LCM_X_DIV)
    *out = whole;
  else if (is_point(whole))
    *out = plus(a, (struct stretch){-b.low * whole.low, -b.low * whole.low});
  else
    *out = (struct stretch){fmin(b.low, 0), fmax(b.low, 0)};
  return true;
}

/* Put what the sum, product, least or largest of the operands of "e" lies
 * within into "*out". */
static bool find_many(struct stretch *out, struct flat *f, const lcm_expr *e) {
  const bool product = e->kind == LCM_X_MUL_OF;
  *out =
      product ? (struct stretch){e->number, e->number} : (struct stretch){0, 0};
  for (size_t i = 0; i < e->n; i++) {
    struct stretch part;
    if (!find(&part, f, e->args[i]))
      return false;
    if (product)
      *out = times(*out, part);
    else if (e->kind == LCM_X_SUM_OF)
      *out = plus(*out, part);
    else if (!i)
      *out = part;
    else
      *out = (struct stretch){lcm_expr_operate(e->kind, out->low, part.low),
                              lcm_expr_operate(e->kind, out->high, part.high)};
  }
  return true;
}

/* Put what "e", of a kind with operands that change, lies within into
 * "*out". */
static bool find_kind(struct stretch *out, struct flat *f, const lcm_expr *e) {
  struct stretch b;
  switch (e->kind) {
  case LCM_X_SYMBOL:
    *out = (struct stretch){f->from, f->to};
    return true;
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_MAX:
  case LCM_X_MIN:
    return find_many(out, f, e);
  case LCM_X_LT:
  case LCM_X_LE:
  case LCM_X_EQ:
  case LCM_X_NE: {
    struct stretch a;
    if (!find(&a, f, e->args[0]) || !find(&b, f, e->args[1]))
      return false;
    compare(out, e, a, b);
    return true;
  }
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_NOT:
    return find_logic(out, f, e);
  case LCM_X_IF:
    return find_choice(out, f, e);
  case LCM_X_POW:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_SQRT:
    return find_function(out, f, e);
  case LCM_X_OF_LOGARITHMS:
    return find_logarithm(out, f, e);
  case LCM_X_MOD:
  case LCM_X_DIV:
    return find_quotient(out, f, e);
  case LCM_X_NUMBER:
  case LCM_X_COEF:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_ABS:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return false;
}

/* Put what "e" lies within from "from" to "to" of "f" into "*out"; false where
 * that is not known, or not finite. */
static bool find(struct stretch *out, struct flat *f, const lcm_expr *e) {
  if (f->seen++ >= MOST_SEEN)
    return false;
  if (mentions(e, f->of->index))
    return find_kind(out, f, e) && isfinite(out->low) && isfinite(out->high);
  if (f->of->at(&out->low, e, f->from, f->of->user) || !isfinite(out->low))
    return false;
  out->high = out->low;
  return true;
}

/* Add "n" times what the body comes to at "x" to "*all". */
static bool add(double *all, struct flat *f, double x, double n) {
  double value = 0;
  if (++f->added > f->most || f->of->at(&value, f->of->body, x, f->of->user) ||
      !isfinite(value))
    return false;
  *all = f->of->longest ? fmax(*all, value) : *all + n * value;
  return true;
}

/* Add what the body comes to at "n" places from "from" on to "*all". */
static bool add_range(double *all, struct flat *f, double from, double n) {
  struct stretch of;
  bool good = true;
  f->from = from;
  f->to = from + n - 1;
  f->seen = 0;
  if (find(&of, f, f->of->body) && is_point(of))
    return add(all, f, from, n);
  if (f->seen >= MOST_SEEN)
    return false;
  if (n > SHORT) {
    const double half = floor(n / 2);
    return add_range(all, f, from, half) &&
           add_range(all, f, from + half, n - half);
  }
  for (double i = 0; i < n && good; i++)
    good = add(all, f, from + i, 1);
  return good;
}

bool lcm_expr_sum_flat(double *out, const struct lcm_pieces_of *of) {
  struct flat f = {.of = of};
  const double n = floor(of->to - of->from) + 1;
  double all = of->longest ? -INFINITY : 0;
  f.most = n > MOST_PLACES ? MOST_ADDED : MOST_PLACES;
  if (n < LONG || !add_range(&all, &f, of->from, n))
    return false;
  *out = all;
  return true;
}
