/* Finds whole numbers that change with an index in one direction, and the
 * places where they do. */
#include <math.h>

#include "model/expr/bounds.h"
#include "model/expr/intern.h"
#include "model/expr/node.h"
#include "model/expr/operate.h"
#include "model/expr/pieces/steps.h"

/* How many nodes are looked at, and how deep what takes steps is at most. */
enum { MOST_SEEN = 2000, MOST_DEPTH = 24 };

/* How a number changes with an index. */
enum way { FALLS = -1, STAYS, RISES, UNKNOWN };

static enum way way_of(const lcm_expr *e, const char *index);

/* Return the other direction. */
static enum way reverse(enum way way) {
  return way == UNKNOWN ? UNKNOWN : (enum way)(-(int)way);
}

/* Return how what is made of two numbers by a function that rises with both
 * changes. */
static enum way both(enum way a, enum way b) {
  return a == STAYS ? b : b == STAYS || a == b ? a : UNKNOWN;
}

/* Return how a function that rises with all operands of "e" changes. */
static enum way way_of_all(const lcm_expr *e, const char *index) {
  enum way all = STAYS;
  for (size_t i = 0; i < e->n && all != UNKNOWN; i++)
    all = both(all, way_of(e->args[i], index));
  return all;
}

/* Return how "way" changes where it is multiplied by "e", which stays. */
static enum way multiplied(enum way way, const lcm_expr *e) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, e);
  return low >= 0 ? way : high <= 0 ? reverse(way) : UNKNOWN;
}

/* Return how the product "e" changes: one factor of it does. */
static enum way way_of_product(const lcm_expr *e, const char *index) {
  enum way all = STAYS;
  size_t changing = 0;
  for (size_t i = 0; i < e->n; i++) {
    const enum way own = way_of(e->args[i], index);
    changing += own != STAYS;
    all = own != STAYS ? own : all;
  }
  if (changing > 1)
    return UNKNOWN;
  for (size_t i = 0; i < e->n && all != STAYS; i++)
    if (way_of(e->args[i], index) == STAYS)
      all = multiplied(all, e->args[i]);
  return e->number < 0 ? reverse(all) : all;
}

/* Return how the power "e" changes.  One with a broken exponent has no value
 * where its base is negative. */
static enum way way_of_power(const lcm_expr *e, const char *index) {
  double by = 0;
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, e->args[0]);
  if (!lcm_expr_is_number(e->args[1], &by) || (low < 0 && by == floor(by)))
    return UNKNOWN;
  const enum way base = way_of(e->args[0], index);
  return by > 0 ? base : reverse(base);
}

/* Return how the whole quotient "e" changes. */
static enum way way_of_quotient(const lcm_expr *e, const char *index) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, e->args[1]);
  if (low <= 0 || way_of(e->args[1], index) != STAYS)
    return UNKNOWN;
  return way_of(e->args[0], index);
}

/* Return how "e" changes when "index" rises. */
static enum way way_of(const lcm_expr *e, const char *index) {
  if (e->name == index && e->kind == LCM_X_SYMBOL)
    return RISES;
  if (!lcm_expr_has(e, index))
    return STAYS;
  if (e->depth > MOST_DEPTH)
    return UNKNOWN;
  switch (e->kind) {
  case LCM_X_SUM_OF:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_SQRT:
  case LCM_X_OF_LOGARITHMS:
    return way_of_all(e, index);
  case LCM_X_MUL_OF:
    return way_of_product(e, index);
  case LCM_X_POW:
    return way_of_power(e, index);
  case LCM_X_DIV:
    return way_of_quotient(e, index);
  case LCM_X_NUMBER:
  case LCM_X_SYMBOL:
  case LCM_X_COEF:
  case LCM_X_MOD:
  case LCM_X_ABS:
  case LCM_X_IF:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
  case LCM_X_OF_TRUTH:
  case LCM_X_OF_LOOPS:
    break;
  }
  return UNKNOWN;
}

bool lcm_steps_have(const struct lcm_steps *steps, const lcm_expr *e) {
  for (size_t i = 0; i < steps->n; i++)
    if (steps->of[i] == e)
      return true;
  return false;
}

/* Return whether "e" mentions an index of the "n" loops "inner". */
static bool changes_with(const lcm_expr *e, const char *const *inner,
                         size_t n) {
  for (size_t i = 0; i < n; i++)
    if (lcm_expr_has(e, inner[i]))
      return true;
  return false;
}

/* As lcm_steps_collect, of "e" inside the "n" loops over the indices
 * "inner". */
static void collect(struct lcm_steps *steps, const lcm_expr *e,
                    const char **inner, size_t n, const char *index) {
  const bool loop = e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
                    e->kind == LCM_X_MAX_OVER;
  const bool whole =
      e->kind == LCM_X_FLOOR || e->kind == LCM_X_CEIL || e->kind == LCM_X_DIV;
  if (!lcm_expr_has(e, index) || lcm_steps_have(steps, e) ||
      steps->seen++ >= MOST_SEEN)
    return;
  if (whole && !changes_with(e, inner, n) && way_of(e, index) != UNKNOWN) {
    if (steps->n < LCM_MOST_STEPS)
      steps->of[steps->n++] = e;
    return;
  }
  if (loop && n == LCM_MOST_STEPS)
    return;
  if (loop)
    inner[n++] = e->name;
  for (size_t i = 0; i < e->n; i++)
    collect(steps, e->args[i], inner, n, index);
}

void lcm_steps_collect(struct lcm_steps *steps,
                       const struct lcm_pieces_of *sum) {
  const char *inner[LCM_MOST_STEPS];
  steps->n = steps->seen = 0;
  collect(steps, sum->body, inner, 0, sum->index);
}

bool lcm_steps_taken(double *out, const struct lcm_steps *steps,
                     const struct lcm_pieces_of *sum, double from, double to) {
  *out = 0;
  for (size_t i = 0; i < steps->n; i++) {
    double first = 0;
    double last = 0;
    if (sum->at(&first, steps->of[i], from, sum->user) ||
        sum->at(&last, steps->of[i], to, sum->user))
      return false;
    *out += fabs(last - first);
  }
  return isfinite(*out);
}

bool lcm_steps_end(double *out, const struct lcm_steps *steps,
                   const struct lcm_pieces_of *sum, double from) {
  const double n = floor(sum->to - from);
  double good = 0;
  double bad = n + 1;
  double taken = 0;
  for (double next = 1; good < n && good + 1 < bad;) {
    const double at = fmin(next, n);
    if (!lcm_steps_taken(&taken, steps, sum, from, from + at))
      return false;
    good = taken == 0 ? at : good;
    bad = taken == 0 ? bad : at;
    next = bad > n ? 2 * at : floor((good + bad) / 2);
  }
  *out = from + good;
  return true;
}
