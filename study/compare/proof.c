/* Finding all crossovers of a line, with a proof: whole numbers one by one,
 * else bounds of intervals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/gsl/gsl_root.h"
#include "study/compare/exact.h"
#include "study/compare/proof.h"
#include "study/compare/search.h"

/* How many whole numbers are tried where all variants have a closed form and
 * where not, and how many parts of a line are looked at. */
enum { MOST_WHOLE = 65536, MOST_EXECUTED = 1024, MOST_BOXES = 20000 };

static const size_t NONE = (size_t)-1;

/* By how much equal times may differ, relatively. */
static const double ROUNDING = 1e-12;

/* Return the fastest of the variants, whose times at one place are number "i"
 * of each of "times"; the first of those whose times differ by no more than
 * rounding explains. */
static size_t fastest(const struct lcm_comparing *c, double *const *times,
                      size_t i) {
  size_t best = 0;
  for (size_t v = 1; v < c->n; v++)
    if (times[v][i] < times[best][i] * (1 - ROUNDING))
      best = v;
  return best;
}

/* Return the times of all variants at "n" values "x" of the axis on "line";
 * NULL where one has none. */
static double **all_times(struct lcm_comparing *c,
                          const struct lcm_comparing_line *line,
                          const double *x, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  double **times = LCM_NEW_ARRAY(arena, double *, c->n + 1);
  for (size_t v = 0; v < c->n; v++) {
    times[v] = LCM_NEW_ARRAY(arena, double, n + 1);
    lcm_comparing_times(times[v], c, v, line->first, x, n);
    for (size_t i = 0; i < n; i++)
      if (!isfinite(times[v][i]))
        return NULL;
  }
  return times;
}

/* Return whether the times of all variants are their closed forms. */
static bool have_forms(const struct lcm_comparing *c) {
  const struct lcm_bound_form *form = NULL;
  for (size_t v = 0; v < c->n; v++) {
    struct lcm_predictor *predictor = c->predictors[v];
    const bool composed = lcm_predictor_closed_form(predictor) &&
                          lcm_predictor_method(predictor) == LCM_METHOD_COMPOSE;
    if (!composed && !lcm_predictor_bound_formula(&form, predictor))
      return false;
  }
  return true;
}

/* Return whether all variants declare the axis as a parameter of whole
 * numbers. */
static bool is_declared_whole(const struct lcm_comparing *c) {
  bool all = true;
  for (size_t v = 0; v < c->n; v++) {
    const lcm_param *param =
        lcm_param_named(c->variants[v].program, c->grid->names[c->axis]);
    all = all && !c->variants[v].program->is_model && param && param->value &&
          lcm_param_is_whole(param);
  }
  return all;
}

/* Find all crossovers at whole numbers on "line" by trying all of them. */
static bool try_all(struct lcm_comparing *c,
                    const struct lcm_comparing_line *line) {
  const double count = line->high - line->low + 1;
  const double most = have_forms(c) ? MOST_WHOLE : MOST_EXECUTED;
  if (!(count <= most) || line->low != floor(line->low) ||
      line->high != floor(line->high))
    return false;
  const size_t n = (size_t)count;
  double *x = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, n);
  for (size_t i = 0; i < n; i++)
    x[i] = line->low + (double)i;
  double *const *times = all_times(c, line, x, n);
  if (!times)
    return false;
  for (size_t i = 1; i < n; i++) {
    const struct lcm_crossing crossing = {x[i], NULL, fastest(c, times, i - 1),
                                          fastest(c, times, i), true};
    if (crossing.from == crossing.to)
      continue;
    if (lcm_comparing_is_whole(c))
      lcm_comparing_add(c, line->first, &crossing);
    else
      lcm_comparing_refine(c, line->first, &crossing, x[i - 1]);
  }
  return true;
}

/* ---- a real axis --------------------------------------------------------- */

/* A place where the variants "a" and "b" may be equally fast. */
struct meeting {
  struct lcm_root root;
  size_t a;
  size_t b;
  const lcm_expr *difference;
};

/* A proof under way. */
struct proof {
  struct lcm_comparing *c;
  const struct lcm_comparing_line *line;
  const char *axis; /* its name */
  /* by the axis: of the difference that is looked at, and of the time of the
   * first of the two */
  lcm_tape *tape;
  LCM_LIST(struct meeting) meetings;
};

/* Put the value that "name", which is not the axis, has on the line for variant
 * "v" into "*out"; false where that is not clear. */
static bool fixed_value(double *out, const struct proof *p, size_t v,
                        const char *name) {
  const struct lcm_setup *setup = lcm_predictor_setup(p->c->predictors[v]);
  const lcm_grid *grid = p->c->grid;
  const lcm_param *param = lcm_param_named(setup->program, name);
  if (!strcmp(name, "p") && !setup->program->is_model) {
    *out = lcm_setup_processors(setup, p->line->first);
    return true;
  }
  for (size_t j = 0; j < grid->n_names; j++)
    if (grid->names[j] == name) {
      *out = grid->columns[j][p->line->first];
      return !grid->follows[j];
    }
  return param && param->value && lcm_expr_is_number(param->value, out);
}

/* Return whether what the closed form of variant "v" takes for granted of the
 * axis holds all along the line. */
static bool is_in_domain(const struct proof *p, size_t v) {
  const lcm_param *param = lcm_param_named(p->c->variants[v].program, p->axis);
  double low = -INFINITY;
  double high = INFINITY;
  if (!param)
    return true;
  if (param->low)
    (void)lcm_expr_is_number(param->low, &low);
  if (param->high)
    (void)lcm_expr_is_number(param->high, &high);
  return p->line->low >= low && p->line->high <= high &&
         !(param->value && lcm_param_is_whole(param));
}

/* Return whether the costs that the closed form of variant "v" takes to be not
 * negative are so all along the line; "inputs" are bounds of its names, number
 * "axis" that of the axis (NONE: it is not one of them). */
static bool are_positive(struct proof *p, size_t v, struct lcm_bounds *inputs,
                         size_t axis) {
  const struct lcm_closed_form *form =
      lcm_predictor_closed_form(p->c->predictors[v]);
  lcm_arena *arena = lcm_ctx_arena(p->c->ctx);
  LCM_LIST(struct lcm_bounds) boxes = {0};
  const struct lcm_bounds line = {p->line->low, p->line->high};
  LCM_LIST_ADD(arena, &boxes, line);
  for (size_t spent = 0; boxes.n; spent++) {
    struct lcm_bounds out[2];
    const struct lcm_bounds box = boxes.at[--boxes.n];
    if (axis != NONE)
      inputs[axis] = box;
    lcm_tape_bounds(out, form->tape, form->n_out - 1, inputs, axis);
    if (out[0].low >= 0 || out[0].low >= -1e-9 * fabs(out[0].high))
      continue;
    const double middle = box.low + (box.high - box.low) / 2;
    if (axis == NONE || spent > MOST_BOXES)
      return false;
    LCM_LIST_ADD(arena, &boxes, (struct lcm_bounds){box.low, middle});
    LCM_LIST_ADD(arena, &boxes, (struct lcm_bounds){middle, box.high});
  }
  return true;
}

/* Return whether the condition "e", in the axis alone, holds all along the
 * line. */
static bool holds(const struct proof *p, const lcm_expr *e) {
  const char *const names[] = {p->axis};
  const struct lcm_bounds line = {p->line->low, p->line->high};
  struct lcm_bounds out[2] = {{0, 0}, {0, 0}};
  lcm_tape *tape = NULL;
  if (!e || lcm_tape_compile(&tape, p->c->ctx, &e, 1, names, 1))
    return false;
  lcm_tape_bounds(out, tape, 0, &line, 0);
  return out[0].low > 0;
}

/* Return whether the params that "form" takes to be not negative are so on the
 * line, and all its conditions, with "substs" put in, hold. */
static bool form_holds(const struct proof *p, const struct lcm_bound_form *form,
                       const struct lcm_subst *substs, size_t n) {
  double value = 0;
  for (size_t i = 0; i < form->n_positives; i++) {
    if (form->positives[i] == p->axis && p->line->low < 0)
      return false;
    for (size_t k = 0; k < n; k++)
      if (substs[k].name == form->positives[i] &&
          !(lcm_expr_is_number(substs[k].by, &value) && value >= 0))
        return false;
  }
  for (size_t i = 0; i < form->n_conditions; i++)
    if (!holds(p, lcm_expr_subst(p->c->ctx, form->conditions[i], substs, n)))
      return false;
  return true;
}

/* Return "value" as an expression. */
static const lcm_expr *number(lcm_ctx *ctx, double value) {
  const bool whole = value == floor(value) && fabs(value) < 9e15;
  return whole ? lcm_expr_int(ctx, (long long)value)
               : lcm_expr_real(ctx, value);
}

/* Return the time of variant "v", a model, on the line as an expression in the
 * axis alone; NULL where it has none that holds all along. */
static const lcm_expr *bound_on_line(struct proof *p, size_t v) {
  struct lcm_predictor *predictor = p->c->predictors[v];
  lcm_ctx *ctx = p->c->ctx;
  const lcm_program *program = lcm_predictor_setup(predictor)->program;
  const struct lcm_bound_form *form = NULL;
  const lcm_expr *time = lcm_predictor_bound_formula(&form, predictor);
  struct lcm_subst *substs = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst,
                                           program->n_params + 1);
  size_t n = 0;
  for (size_t k = 0; k < program->n_params && time; k++) {
    const char *name = program->params[k].name;
    double value = 0;
    if (name == p->axis)
      continue;
    if (!fixed_value(&value, p, v, name)) {
      if (lcm_expr_has(time, name))
        return NULL;
      continue;
    }
    substs[n++] = (struct lcm_subst){name, number(ctx, value)};
  }
  if (!time || !form_holds(p, form, substs, n))
    return NULL;
  return lcm_expr_subst(ctx, time, substs, n);
}

/* Return the time of variant "v" on the line as an expression in the axis
 * alone; NULL where it has none that holds all along. */
static const lcm_expr *time_on_line(struct proof *p, size_t v) {
  const struct lcm_closed_form *form =
      lcm_predictor_closed_form(p->c->predictors[v]);
  if (!form)
    return bound_on_line(p, v);
  lcm_ctx *ctx = p->c->ctx;
  size_t axis = NONE;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, form->n_names + 1);
  struct lcm_bounds *inputs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_bounds, form->n_names + 1);
  size_t n = 0;
  for (size_t k = 0; k < form->n_names; k++) {
    const char *name = form->names[k];
    double value = 0;
    if (name == p->axis) {
      axis = k;
      continue;
    }
    if (!fixed_value(&value, p, v, name))
      return NULL;
    inputs[k] = (struct lcm_bounds){value, value};
    substs[n++] = (struct lcm_subst){name, number(ctx, value)};
  }
  if (!is_in_domain(p, v) || !are_positive(p, v, inputs, axis))
    return NULL;
  return lcm_expr_subst(ctx, form->time, substs, n);
}

/* Return the difference that "user" looks at, at "x"; 0 where it is no more
 * than rounding explains. */
static double difference_at(double x, void *user) {
  const struct proof *p = user;
  const double *column = &x;
  double out[2] = {NAN, NAN};
  double *const results[] = {&out[0], &out[1]};
  lcm_tape_run(p->tape, &column, 1, results);
  return fabs(out[0]) <= ROUNDING * fabs(out[1]) ? 0 : out[0];
}

/* Note where the difference is 0 in "box", where it is monotone. */
static bool meet(struct proof *p, struct lcm_bounds box,
                 struct meeting meeting) {
  const double low = difference_at(box.low, p);
  const double high = difference_at(box.high, p);
  const struct lcm_function1 f = {difference_at, p};
  if ((low > 0 && high > 0) || (low < 0 && high < 0))
    return true;
  if (lcm_root_narrow(&meeting.root, f, box.low, box.high))
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(p->c->ctx), &p->meetings, meeting);
  return true;
}

/* Note the jump of the difference over 0 in the very narrow "box", if it is
 * one. */
static void jump(struct proof *p, struct lcm_bounds box,
                 struct meeting meeting) {
  const double low = difference_at(box.low, p);
  const double high = difference_at(box.high, p);
  meeting.root = (struct lcm_root){box.low, box.high, true};
  if ((low <= 0 && high > 0) || (low >= 0 && high < 0) ||
      (low != 0 && high == 0))
    LCM_LIST_ADD(lcm_ctx_arena(p->c->ctx), &p->meetings, meeting);
}

/* Return whether the difference, within "difference" all over "box", is never
 * more than rounding explains. */
static bool is_tie(const struct proof *p, struct lcm_bounds box,
                   struct lcm_bounds difference) {
  struct lcm_bounds time[2];
  lcm_tape_bounds(time, p->tape, 1, &box, 0);
  return fmax(fabs(difference.low), fabs(difference.high)) <=
         ROUNDING * time[0].low;
}

/* Find all places where the difference of "meeting" is 0: part after part of
 * the line either surely has none, or the difference is monotone there. */
static bool find_meetings(struct proof *p, struct meeting meeting) {
  lcm_arena *arena = lcm_ctx_arena(p->c->ctx);
  LCM_LIST(struct lcm_bounds) boxes = {0};
  const struct lcm_bounds line = {p->line->low, p->line->high};
  LCM_LIST_ADD(arena, &boxes, line);
  for (size_t spent = 0; boxes.n; spent++) {
    struct lcm_bounds out[2];
    const struct lcm_bounds box = boxes.at[--boxes.n];
    const double middle = box.low + (box.high - box.low) / 2;
    const double size = fmax(fabs(box.low), fabs(box.high));
    lcm_tape_bounds(out, p->tape, 0, &box, 0);
    if (out[0].low > 0 || out[0].high < 0 || is_tie(p, box, out[0]))
      continue;
    bool known = true;
    if (out[1].low > 0 || out[1].high < 0)
      known = meet(p, box, meeting);
    else if (box.high - box.low <= 1e-13 * size)
      jump(p, box, meeting);
    else {
      LCM_LIST_ADD(arena, &boxes, (struct lcm_bounds){box.low, middle});
      LCM_LIST_ADD(arena, &boxes, (struct lcm_bounds){middle, box.high});
    }
    if (!known || spent > MOST_BOXES)
      return false;
  }
  return true;
}

/* Find all places where two variants are equally fast. */
static bool find_all_meetings(struct proof *p) {
  struct lcm_comparing *c = p->c;
  const lcm_expr **times =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), const lcm_expr *, c->n + 1);
  for (size_t v = 0; v < c->n; v++) {
    times[v] = time_on_line(p, v);
    if (!times[v])
      return false;
  }
  for (size_t a = 0; a < c->n; a++)
    for (size_t b = a + 1; b < c->n; b++) {
      const lcm_expr *difference = lcm_expr_sub(c->ctx, times[a], times[b]);
      const struct meeting meeting = {.a = a, .b = b, .difference = difference};
      if (!difference)
        return false;
      if (times[a] == times[b] || lcm_expr_is_int(difference, 0))
        continue;
      const lcm_expr *const both[] = {difference, times[a]};
      if (lcm_tape_compile(&p->tape, c->ctx, both, 2, &p->axis, 1) ||
          !find_meetings(p, meeting))
        return false;
    }
  return true;
}

/* Order meetings by place. */
static int meeting_order(const void *a, const void *b) {
  const struct meeting *x = a;
  const struct meeting *y = b;
  if (x->root.below != y->root.below)
    return x->root.below < y->root.below ? -1 : 1;
  return x->a != y->a ? (x->a > y->a) - (x->a < y->a)
                      : (x->b > y->b) - (x->b < y->b);
}

/* Add the crossover from "from" to "to" at one of the "n" meetings at "at". */
static void cross(struct proof *p, const struct meeting *at, size_t n,
                  size_t from, size_t to) {
  const struct meeting *m = at;
  for (size_t i = 0; i < n; i++)
    if ((at[i].a == from && at[i].b == to) ||
        (at[i].a == to && at[i].b == from))
      m = &at[i];
  const struct lcm_root *root = &m->root;
  struct lcm_crossing crossing = {.value = root->below +
                                           (root->above - root->below) / 2,
                                  .from = from,
                                  .to = to,
                                  .step = root->jump};
  if (root->jump)
    crossing.value = root->above;
  else
    crossing.exact =
        lcm_exact_root(p->c->ctx, m->difference, p->axis, crossing.value);
  lcm_comparing_add(p->c, p->line->first, &crossing);
}

/* Add the crossovers among the meetings of "p": where the winners between them
 * differ. */
static bool add_crossings(struct proof *p) {
  lcm_arena *arena = lcm_ctx_arena(p->c->ctx);
  const size_t n = p->meetings.n;
  struct meeting *at = p->meetings.at;
  double *x = LCM_NEW_ARRAY(arena, double, n + 1);
  size_t *before = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t places = 0;
  if (n)
    qsort(at, n, sizeof *at, meeting_order);
  for (size_t i = 0; i <= n; i++) {
    const double low = i ? at[i - 1].root.above : p->line->low;
    const double high = i < n ? at[i].root.below : p->line->high;
    if (high - low <= 1e-12 * fmax(fabs(low), fabs(high)))
      continue;
    before[places] = i;
    x[places++] = low + (high - low) / 2;
  }
  double *const *times = all_times(p->c, p->line, x, places);
  if (!times)
    return false;
  size_t now = places ? fastest(p->c, times, 0) : 0;
  for (size_t i = 1; i < places; i++) {
    const size_t next = fastest(p->c, times, i);
    if (next != now)
      cross(p, at + before[i - 1], before[i] - before[i - 1], now, next);
    now = next;
  }
  return true;
}

bool lcm_comparing_prove(struct lcm_comparing *c,
                         const struct lcm_comparing_line *line) {
  struct proof p = {.c = c, .line = line, .axis = c->grid->names[c->axis]};
  if (lcm_comparing_is_whole(c) || is_declared_whole(c))
    return try_all(c, line);
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (c->grid->follows[j])
      return false;
  if (!have_forms(c))
    return false;
  const bool muted = lcm_ctx_mute(c->ctx, true);
  const bool proved = find_all_meetings(&p);
  (void)lcm_ctx_mute(c->ctx, muted);
  return proved && add_crossings(&p);
}
