/* How much a time depends on each number that it is made of. */
#include "study/sensitivity/sensitivity.h"

#include <math.h>
#include <stdlib.h>

#include "study/sensitivity/form.h"
#include "study/sensitivity/numbers.h"
#include "study/sensitivity/tolerance.h"
#include "study/sensitivity/vary.h"

/* Times that are 1 % more are looked for. */
static const double LOSS = 0.01;

/* By what share numbers are changed for differences; and where those to both
 * sides differ, to see whether there is a corner.  Both are as far apart as
 * "SAME" of the larger one where there is none. */
static const double STEP = 1e-4;
static const double SMALL_STEP = 1e-7;
static const double SAME = 1e-3;

/* What is no more than this of the time is the rounding of differences. */
static const double ROUNDING = 1e-13;

/* ---- one number --------------------------------------------------------- */

/* Put the relative derivatives of the closed form of "s" by "number" at point
 * "i" into "point"; false where there are none. */
static bool derive(struct lcm_influence_point *point, struct lcm_sensing *s,
                   const lcm_expr *const sides[2],
                   const struct lcm_number *number, size_t i) {
  double slopes[2] = {0, 0};
  const double value = number->column         ? number->column[i]
                       : isnan(number->value) ? 1
                                              : number->value;
  for (int side = 0; side < 2; side++)
    if (!sides[side] || !s->holds[i] ||
        !lcm_form_value(&slopes[side], s, sides[side], i, number, 1))
      return false;
  point->below = slopes[0] * value / s->times[i];
  point->above = slopes[1] * value / s->times[i];
  point->exact = true;
  return true;
}

/* The times at all points with a number a step less and more. */
struct beside {
  double *less;
  double *more;
  double step;
};

/* Return the times beside "number", "step" away; with one point alone where
 * "at" is less than SIZE_MAX. */
static struct beside go_beside(struct lcm_sensing *s,
                               const struct lcm_number *number, double step,
                               size_t at) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_grid *grid = at < SIZE_MAX
                             ? lcm_grid_at(s->ctx, s->request->grid, at)
                             : s->request->grid;
  struct beside out = {LCM_NEW_ARRAY(arena, double, grid->n_points + 1),
                       LCM_NEW_ARRAY(arena, double, grid->n_points + 1), step};
  lcm_vary_times(out.less, s, grid, number, 1 - step);
  lcm_vary_times(out.more, s, grid, number, 1 + step);
  return out;
}

/* Put the relative differences from "time" to number "i" of "beside" into
 * "point"; return whether they are the same. */
static bool take_differences(struct lcm_influence_point *point,
                             const struct beside *beside, size_t i,
                             double time) {
  point->below = (time - beside->less[i]) / time / beside->step;
  point->above = (beside->more[i] - time) / time / beside->step;
  const double most = fmax(fabs(point->below), fabs(point->above));
  const double slack = SAME * most + ROUNDING / beside->step * 8;
  return fabs(point->above - point->below) <= slack;
}

/* Put the relative derivatives by differences into "point", number "i". */
static void differ(struct lcm_influence_point *point, struct lcm_sensing *s,
                   const struct lcm_number *number, const struct beside *beside,
                   size_t i) {
  struct lcm_influence_point near = *point;
  point->corner = !take_differences(point, beside, i, s->times[i]);
  if (!point->corner)
    return;
  const struct beside small = go_beside(s, number, SMALL_STEP, i);
  near.corner = !take_differences(&near, &small, 0, s->times[i]);
  if (!near.corner)
    *point = near;
}

/* Fill in what follows from the relative derivatives of "point", number "i". */
static void finish(struct lcm_influence_point *point, struct lcm_sensing *s,
                   const struct lcm_number *number, size_t i) {
  const double value = number->column         ? number->column[i]
                       : isnan(number->value) ? 1
                                              : number->value;
  const double most = fmax(fabs(point->below), fabs(point->above));
  if (point->exact)
    point->corner = fabs(point->above - point->below) > 1e-9 * most;
  point->relative =
      point->corner ? (fabs(point->above) >= fabs(point->below) ? point->above
                                                                : point->below)
                    : (point->below + point->above) / 2;
  if (!point->exact && fabs(point->relative) < 64 * ROUNDING / STEP)
    point->relative = point->below = point->above = 0;
  if (!(s->times[i] > 0))
    *point = (struct lcm_influence_point){.tolerance = NAN};
  if (!point->corner)
    point->below = point->above = point->relative;
  point->slope = point->relative * s->times[i] / value;
}

/* Return whether "number" matters at the last point of "s" when it is far from
 * what it is. */
static bool matters_far(struct lcm_sensing *s,
                        const struct lcm_number *number) {
  const size_t last = s->request->grid->n_points - 1;
  const double time = s->times[last];
  const double far = LCM_SENSITIVITY_FAR;
  return fabs(lcm_time_with(s, last, number, far) - time) > 1e-12 * time ||
         fabs(lcm_time_with(s, last, number, 1 / far) - time) > 1e-12 * time;
}

/* Put what changing "number" does at all points into "points"; return whether
 * it does anything, and put the derivative of the closed form into
 * "*formula". */
static bool sense(const lcm_expr **formula, struct lcm_influence_point *points,
                  struct lcm_sensing *s, const struct lcm_number *number) {
  const size_t n = s->request->grid->n_points;
  const bool formal = s->form && number->symbol;
  const lcm_expr *sides[2] = {NULL, NULL};
  struct beside beside = {NULL, NULL, STEP};
  bool any = false;
  for (int side = 0; side < 2 && formal; side++)
    sides[side] = lcm_expr_slope(s->ctx, s->form, number->symbol, 2 * side - 1);
  for (size_t i = 0; i < n; i++) {
    points[i] = (struct lcm_influence_point){.tolerance = NAN};
    if (!derive(&points[i], s, sides, number, i)) {
      if (!beside.less)
        beside = go_beside(s, number, STEP, SIZE_MAX);
      differ(&points[i], s, number, &beside, i);
    }
    finish(&points[i], s, number, i);
    any = any || points[i].below != 0 || points[i].above != 0;
  }
  *formula = sides[1];
  return any || matters_far(s, number);
}

/* ---- all of them -------------------------------------------------------- */

/* Compare influences by what they do at their last points, which "user" points
 * to the number of. */
static int by_influence(const void *a, const void *b) {
  const struct lcm_influence *const *x = a;
  const struct lcm_influence *const *y = b;
  const double first = fabs((*x)->points->relative);
  const double second = fabs((*y)->points->relative);
  return first > second ? -1 : first < second ? 1 : *x < *y ? -1 : 1;
}

/* Put the "n" influences at "all" in the order of what they do at point
 * "last". */
static void sort(lcm_ctx *ctx, struct lcm_influence *all, size_t n,
                 size_t last) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_influence *copies =
      LCM_NEW_ARRAY(arena, struct lcm_influence, n + 1);
  struct lcm_influence **order =
      LCM_NEW_ARRAY(arena, struct lcm_influence *, n + 1);
  for (size_t k = 0; k < n; k++) {
    copies[k] = all[k];
    copies[k].points += last;
    order[k] = &copies[k];
  }
  if (n)
    qsort(order, n, sizeof *order, by_influence);
  for (size_t k = 0; k < n; k++) {
    all[k] = *order[k];
    all[k].points -= last;
  }
}

/* Return the influence of "number" with "points" and "formula". */
static struct lcm_influence
influence_of(const struct lcm_number *number,
             const struct lcm_influence_point *points,
             const lcm_expr *formula) {
  return (struct lcm_influence){.kind = number->kind,
                                .name = number->name,
                                .value = number->value,
                                .unit = number->unit,
                                .loc = number->loc,
                                .formula = formula,
                                .points = points};
}

/* Find all influences of "s" into "out". */
static void sense_all(lcm_sensitivity *out, struct lcm_sensing *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n = s->request->grid->n_points;
  struct lcm_influence *all =
      LCM_NEW_ARRAY(arena, struct lcm_influence, s->numbers.n + 1);
  const char **idle = LCM_NEW_ARRAY(arena, const char *, s->numbers.n + 1);
  for (size_t k = 0; k < s->numbers.n; k++) {
    const struct lcm_number *number = &s->numbers.at[k];
    struct lcm_influence_point *points =
        LCM_NEW_ARRAY(arena, struct lcm_influence_point, n + 1);
    const lcm_expr *formula = NULL;
    if (!sense(&formula, points, s, number)) {
      idle[out->n_idle++] = number->name;
      continue;
    }
    for (size_t i = s->request->all ? 0 : n - 1; i < n; i++)
      lcm_tolerance_find(&points[i], s, i, number, LOSS);
    all[out->n++] = influence_of(number, points, formula);
  }
  sort(s->ctx, all, out->n, n - 1);
  out->all = all;
  out->idle = idle;
}

lcm_status lcm_sensitivity_find(const lcm_sensitivity **out, lcm_ctx *ctx,
                                const struct lcm_sensitivity_request *request) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_sensitivity *found = LCM_NEW(arena, lcm_sensitivity);
  double *times = LCM_NEW_ARRAY(arena, double, request->grid->n_points + 1);
  struct lcm_sensing s = {.ctx = ctx,
                          .request = request,
                          .machine = request->options->machine
                                         ? request->options->machine
                                         : lcm_machine_default(ctx),
                          .program = request->program,
                          .options = *request->options,
                          .times = times};
  s.options.nodes = s.options.limits = s.options.intervals = false;
  s.options.hinges = s.options.recurrences = s.options.formula = false;
  lcm_vary_times(times, &s, request->grid, NULL, 1);
  lcm_numbers_collect(&s);
  lcm_form_find(&s);
  *found = (lcm_sensitivity){.name = request->prediction->name,
                             .grid = request->grid,
                             .times = times,
                             .unit = request->prediction->unit,
                             .is_model = request->program->is_model,
                             .loss = LOSS};
  sense_all(found, &s);
  *out = found;
  return LCM_OK;
}
