/* Evaluates an expression at many places of an index together: each part of it
 * at all of them, as loops over numbers. */
#include "model/expr/many.h"

#include <math.h>
#include <string.h>

#include "model/expr/intern.h"
#include "model/expr/operate.h"

/* An evaluation at the "n" places "xs". */
struct work {
  struct lcm_many *many;
  const struct lcm_many_of *of;
  const double *xs;
  size_t n;
  unsigned long long steps;
};

static const double *part_of(struct work *w, const lcm_expr *e);

/* Return whether "e" depends on the index. */
static bool depends(const struct work *w, const lcm_expr *e) {
  for (size_t i = 0; i < e->n_leaves; i++)
    if (e->leaves[i]->name == w->of->index)
      return true;
  return false;
}

/* Let r[i] be what the operator "kind" makes of r[i] and y[i]. */
static void operate(lcm_expr_kind kind, double *restrict r, const double *y,
                    size_t n) {
  if (kind == LCM_X_MAX)
    for (size_t i = 0; i < n; i++)
      r[i] = r[i] >= y[i] || isnan(r[i]) ? r[i] : y[i];
  else if (kind == LCM_X_MIN)
    for (size_t i = 0; i < n; i++)
      r[i] = r[i] <= y[i] || isnan(r[i]) ? r[i] : y[i];
  else if (kind == LCM_X_LE)
    for (size_t i = 0; i < n; i++)
      r[i] = r[i] <= y[i];
  else if (kind == LCM_X_LT)
    for (size_t i = 0; i < n; i++)
      r[i] = r[i] < y[i];
  else
    for (size_t i = 0; i < n; i++)
      r[i] = lcm_expr_operate(kind, r[i], y[i]);
}

/* Put the operator "e" of operands that are all needed into "r". */
static bool find_operator(double *restrict r, struct work *w,
                          const lcm_expr *e) {
  for (size_t k = 0; k < e->n; k++) {
    const double *part = part_of(w, e->args[k]);
    if (!part)
      return false;
    if (e->kind == LCM_X_SUM_OF)
      for (size_t i = 0; i < w->n; i++)
        r[i] = (k ? r[i] : 0) + part[i];
    else if (e->n == 1)
      for (size_t i = 0; i < w->n; i++)
        r[i] = lcm_expr_operate(e->kind, part[i], 0);
    else if (!k)
      memcpy(r, part, w->n * sizeof *r);
    else
      operate(e->kind, r, part, w->n);
  }
  return true;
}

/* Put the product "e" into "r", its divisors last. */
static bool find_product(double *restrict r, struct work *w,
                         const lcm_expr *e) {
  double top = 0;
  const double bottom = lcm_expr_fraction(&top, e);
  for (size_t i = 0; i < w->n; i++)
    r[i] = top;
  for (int divide = 0; divide < 2; divide++)
    for (size_t k = 0; k < e->n; k++) {
      const double by = lcm_expr_divisor(e->args[k]);
      if ((by != 0) != divide)
        continue;
      const double *part =
          part_of(w, divide ? e->args[k]->args[0] : e->args[k]);
      if (!part)
        return false;
      for (size_t i = 0; i < w->n; i++)
        if (divide)
          r[i] /= by == 1 ? part[i] : lcm_expr_power(part[i], by);
        else
          r[i] *= part[i];
    }
  for (size_t i = 0; i < w->n; i++)
    r[i] /= bottom;
  return true;
}

/* Put the choice "e" into "r": of what is chosen nowhere nothing is
 * evaluated. */
static bool find_choice(double *restrict r, struct work *w, const lcm_expr *e) {
  const double *cond = part_of(w, e->args[0]);
  size_t yes = 0;
  for (size_t i = 0; cond && i < w->n; i++)
    yes += cond[i] != 0;
  const double *one = cond && yes ? part_of(w, e->args[1]) : cond;
  const double *other = one && yes < w->n ? part_of(w, e->args[2]) : one;
  for (size_t i = 0; other && i < w->n; i++)
    r[i] = cond[i] != 0 ? one[i] : other[i];
  return other;
}

/* Put "e", which depends on the index, into "r". */
static bool find_kind(double *restrict r, struct work *w, const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_SYMBOL:
    memcpy(r, w->xs, w->n * sizeof *r);
    return true;
  case LCM_X_MUL_OF:
    return find_product(r, w, e);
  case LCM_X_IF:
    return find_choice(r, w, e);
  case LCM_X_SUM_OF:
  case LCM_X_POW:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_OF_COMPARISONS:
  case LCM_X_NOT:
    return find_operator(r, w, e);
  case LCM_X_NUMBER:
  case LCM_X_REAL:
  case LCM_X_COEF:
  case LCM_X_INDEX:
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return false;
}

/* Return the values of "e"; NULL where they are not found. */
static const double *part_of(struct work *w, const lcm_expr *e) {
  struct lcm_many *m = w->many;
  const size_t all = sizeof m->places / sizeof *m->places;
  size_t at = (size_t)e->hash % all;
  for (; m->places[at].stamp == m->stamp; at = (at + 1) % all)
    if (m->parts[m->places[at].part].of == e)
      return m->parts[m->places[at].part].values;
  if (m->n == LCM_MANY_PARTS)
    return NULL;
  const size_t part = m->n++;
  double *r = m->parts[part].values;
  w->steps += w->n;
  if (depends(w, e)) {
    if (!find_kind(r, w, e))
      return NULL;
  } else {
    double value = 0;
    if (w->of->at(&value, e, w->xs[0], w->of->user))
      return NULL;
    for (size_t i = 0; i < w->n; i++)
      r[i] = value;
  }
  for (at = (size_t)e->hash % all; m->places[at].stamp == m->stamp;)
    at = (at + 1) % all;
  m->places[at].stamp = m->stamp;
  m->places[at].part = part;
  m->parts[part].of = e;
  return r;
}

bool lcm_expr_many(double *out, unsigned long long *steps,
                   struct lcm_many *many, const struct lcm_many_of *of,
                   const double *xs, size_t n) {
  struct work w = {.many = many, .of = of};
  bool good = !many->busy && of->body->leaves;
  for (size_t i = 0; i < n && good; i += LCM_MANY_PLACES) {
    w.xs = xs + i;
    w.n = n - i < LCM_MANY_PLACES ? n - i : LCM_MANY_PLACES;
    many->n = 0;
    many->stamp++;
    many->busy = true;
    const double *values = part_of(&w, of->body);
    many->busy = false;
    good = values;
    if (good)
      memcpy(out + i, values, w.n * sizeof *out);
  }
  *steps = w.steps;
  return good;
}
