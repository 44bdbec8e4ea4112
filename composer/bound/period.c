/* Finds iterations of a loop that are alike by what its expressions do with the
 * index: remainders repeat, and quotients stay for a while. */
#include <math.h>

#include "composer/bound/names.h"
#include "composer/bound/period.h"
#include "composer/bound/scope.h"
#include "model/structure/structure.h"

/* The largest whole numbers that are counted with, and spans that are too short
 * to look for what is alike in them. */
static const double LARGEST = 1e15;
enum { SHORT = 64 };

/* What is asked of all expressions that a loop repeats: the period so far (0:
 * none), or how many values are alike from the one that is bound on; whether
 * there are quotients. */
struct question {
  struct lcm_bound_run *run;
  const struct lcm_bound_span *span;
  const char *index;
  double period;
  double alike;
  bool quotients;
};

static bool is_whole(double value) {
  return value == floor(value) && fabs(value) <= LARGEST;
}

/* Return the largest common divisor of "a" and "b", whole numbers. */
static double divisor(double a, double b) {
  a = fabs(a);
  b = fabs(b);
  while (b > 0) {
    const double rest = fmod(a, b);
    a = b;
    b = rest;
  }
  return a;
}

/* Return the smallest common multiple of the periods "a" and "b", 0 where one
 * has none, or it is too large. */
static double multiple(double a, double b) {
  const double both = a > 0 && b > 0 ? a / divisor(a, b) * b : 0;
  return both <= LARGEST ? both : 0;
}

/* Put what "e" is worth now into "*value"; false where a name of it has no
 * value. */
static bool number_of(double *value, const struct question *q,
                      const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, q->run->ctx, e);
  lcm_binding *env = LCM_NEW_ARRAY(q->run->pool.arena, lcm_binding, n + 1);
  for (size_t i = 0; i < n; i++) {
    env[i] = (lcm_binding){names[i], lcm_bound_lookup(q->run, names[i])};
    if (isnan(env[i].value))
      return false;
  }
  return !lcm_expr_eval(value, e, env, n) && isfinite(*value);
}

/* Put by how much "e" grows where the index grows by 1 into "*slope"; false
 * where that is not the same everywhere. */
static bool slope_of(double *slope, const struct question *q,
                     const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const size_t n = lcm_expr_arity(e);
  *slope = 0;
  if (!lcm_expr_has(e, q->index))
    return true;
  if (kind == LCM_X_SYMBOL) {
    *slope = 1;
    return true;
  }
  if (kind != LCM_X_SUM_OF && kind != LCM_X_MUL_OF)
    return false;
  double factor = kind == LCM_X_MUL_OF ? lcm_expr_factor(e) : 1;
  size_t with = 0;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *arg = lcm_expr_arg(e, i);
    double own = 0;
    if (!lcm_expr_has(arg, q->index)) {
      if (kind == LCM_X_MUL_OF && !number_of(&own, q, arg))
        return false;
      factor *= kind == LCM_X_MUL_OF ? own : 1;
      continue;
    }
    if (!slope_of(&own, q, arg) || (kind == LCM_X_MUL_OF && with++))
      return false;
    *slope += own;
  }
  *slope *= factor;
  return true;
}

/* Put by how much "e" grows from one value of the span to the next into "*grow"
 * and its divisor "by" into "*number"; false unless both are whole numbers that
 * do not change, and "e" is whole. */
static bool steps_of(double *grow, double *number, const struct question *q,
                     const lcm_expr *e, const lcm_expr *by) {
  double slope = 0;
  double now = 0;
  if (lcm_expr_has(by, q->index) || !number_of(number, q, by) ||
      !slope_of(&slope, q, e) || !is_whole(*number) || *number < 1)
    return false;
  *grow = slope * q->span->step;
  return is_whole(*grow) && (!number_of(&now, q, e) || is_whole(now));
}

/* Return the period of "e mod by", as lcm_bound_period. */
static double period_of_rest(const struct question *q, const lcm_expr *e,
                             const lcm_expr *by) {
  double grow = 0;
  double number = 0;
  double inner = 0;
  if (steps_of(&grow, &number, q, e, by))
    return number / divisor(grow, number);
  if (lcm_expr_kind_of(e) != LCM_X_DIV || lcm_expr_has(by, q->index) ||
      !number_of(&number, q, by) || !is_whole(number) || number < 1 ||
      !steps_of(&grow, &inner, q, lcm_expr_arg(e, 0), lcm_expr_arg(e, 1)))
    return 0;
  const double both = number * inner;
  return both <= LARGEST ? both / divisor(grow, both) : 0;
}

/* Return the period of "e", as lcm_bound_period. */
static double period_of(const struct question *q, const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  double period = 1;
  if (!lcm_expr_has(e, q->index))
    return 1;
  if (kind == LCM_X_SYMBOL || kind == LCM_X_SUM || kind == LCM_X_PROD ||
      kind == LCM_X_MAX_OVER)
    return 0;
  if (kind == LCM_X_MOD)
    period = period_of_rest(q, lcm_expr_arg(e, 0), lcm_expr_arg(e, 1));
  if (kind == LCM_X_MOD && period > 0)
    return period;
  period = 1;
  for (size_t i = 0; i < lcm_expr_arity(e) && period > 0; i++)
    period = multiple(period, period_of(q, lcm_expr_arg(e, i)));
  return period;
}

/* Return for how many values from the present one on "e div by" stays. */
static double alike_quotients(const struct question *q, const lcm_expr *e,
                              const lcm_expr *by) {
  double grow = 0;
  double number = 0;
  double now = 0;
  if (!steps_of(&grow, &number, q, e, by) || !number_of(&now, q, e) ||
      !is_whole(now))
    return 1;
  const double rest = now - floor(now / number) * number;
  if (grow == 0)
    return INFINITY;
  return grow > 0 ? ceil((number - rest) / grow) : floor(rest / -grow) + 1;
}

/* Return for how many values from the present one on "e" stays. */
static double alike_of(const struct question *q, const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  double alike = INFINITY;
  if (!lcm_expr_has(e, q->index))
    return INFINITY;
  if (kind == LCM_X_SYMBOL || kind == LCM_X_SUM || kind == LCM_X_PROD ||
      kind == LCM_X_MAX_OVER)
    return 1;
  if (kind == LCM_X_DIV)
    return alike_quotients(q, lcm_expr_arg(e, 0), lcm_expr_arg(e, 1));
  for (size_t i = 0; i < lcm_expr_arity(e) && alike > 1; i++)
    alike = fmin(alike, alike_of(q, lcm_expr_arg(e, i)));
  return alike;
}

/* Return whether the index stands in a quotient of "e". */
static bool has_quotient(const struct question *q, const lcm_expr *e) {
  if (!lcm_expr_has(e, q->index))
    return false;
  if (lcm_expr_kind_of(e) == LCM_X_DIV)
    return true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (has_quotient(q, lcm_expr_arg(e, i)))
      return true;
  return false;
}

/* Let the question "user" know the period of "e"; true where there is none. */
static bool ask_period(const lcm_expr *e, void *user) {
  struct question *q = user;
  q->period = multiple(q->period, period_of(q, e));
  return !(q->period > 0);
}

/* Let the question "user" know how long "e" stays; true where that is 1. */
static bool ask_alike(const lcm_expr *e, void *user) {
  struct question *q = user;
  q->alike = fmin(q->alike, alike_of(q, e));
  return q->alike <= 1;
}

/* Ask whether "e" is a quotient; return whether it is. */
static bool ask_quotient(const lcm_expr *e, void *user) {
  struct question *q = user;
  q->quotients = has_quotient(q, e);
  return q->quotients;
}

/* A question and what is to be asked of each expression. */
struct asking {
  struct question *q;
  lcm_expr_fn fn;
};

/* Return whether "node" is a loop with a range from number "first" on whose
 * index is another name outside, and answer "q" with nothing then. */
static bool shadows(struct question *q, const lcm_node *node, size_t first) {
  if (node->kind != LCM_NODE_LOOP && node->kind != LCM_NODE_PARLOOP)
    return false;
  for (size_t i = first; i < node->u.loop.n_ranges; i++)
    if (!isnan(lcm_bound_lookup(q->run, node->u.loop.ranges[i].index))) {
      q->period = 0;
      q->alike = 1;
      return true;
    }
  return false;
}

/* Ask the question of the expressions of "node". */
static lcm_status ask_node(const lcm_node *node, void *user) {
  const struct asking *a = user;
  if (shadows(a->q, node, 0))
    return LCM_EDOMAIN;
  return lcm_node_exprs(node, LCM_EXPRS_ALL, a->fn, a->q) ? LCM_EDOMAIN
                                                          : LCM_OK;
}

/* Ask "fn" of all that the loop of "q" repeats: the ranges inside, the body. */
static void ask(struct question *q, lcm_expr_fn fn) {
  const lcm_node *node = q->span->node;
  struct asking asking = {q, fn};
  if (shadows(q, node, q->span->k + 1))
    return;
  for (size_t i = q->span->k + 1; i < node->u.loop.n_ranges; i++)
    if (lcm_iteration_exprs(&node->u.loop.ranges[i], fn, q))
      return;
  for (size_t i = 0; i < node->n_children; i++)
    if (lcm_node_foreach(node->children[i], ask_node, &asking))
      return;
}

/* Return whether iterations of "span" can be counted instead of visited. */
static bool can_count(struct lcm_bound_run *run,
                      const struct lcm_bound_span *span) {
  const struct lcm_bound_traits *traits =
      lcm_bound_traits_of(run->table, span->node);
  return span->n > SHORT && !traits->sync && !traits->n_lets &&
         !traits->carried && is_whole(span->from) && is_whole(span->step);
}

/* Return a question about the values of "span" that has no answer yet. */
static struct question question_of(struct lcm_bound_run *run,
                                   const struct lcm_bound_span *span) {
  return (struct question){.run = run,
                           .span = span,
                           .index = span->node->u.loop.ranges[span->k].index,
                           .period = 1,
                           .alike = INFINITY};
}

double lcm_bound_period(struct lcm_bound_run *run,
                        const struct lcm_bound_span *span) {
  struct question q = question_of(run, span);
  if (!can_count(run, span))
    return 0;
  ask(&q, ask_period);
  return 2 * q.period <= span->n ? q.period : 0;
}

bool lcm_bound_has_quotients(struct lcm_bound_run *run,
                             const struct lcm_bound_span *span) {
  struct question q = question_of(run, span);
  if (can_count(run, span))
    ask(&q, ask_quotient);
  return q.quotients;
}

double lcm_bound_steady(struct lcm_bound_run *run,
                        const struct lcm_bound_span *span, double i) {
  struct question q = question_of(run, span);
  ask(&q, ask_alike);
  return fmax(1, fmin(q.alike, span->n - i));
}
