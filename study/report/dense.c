/* Predicts the points between those that were asked for, so that the sliders of
 * the page need not guess what parts take there. */
#include "study/report/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/load/load.h"
#include "base/list.h"
#include "base/order.h"

/* Values of p at most, nodes that are predicted at all points together, steps
 * from one number of processors to twice as many; bytes that it may take. */
enum { MOST_VALUES = 64, MOST_WORK = 4000, PER_DOUBLING = 4 };
static const size_t MOST_BYTES = (size_t)200 << 20;

typedef LCM_LIST(double) value_list;

/* What is predicted. */
struct densing {
  struct lcm_report *report;
  lcm_grid *grid;
  struct lcm_predict_options options;
};

/* Add "value" to "all" unless it is there. */
static void add_value(value_list *all, lcm_ctx *ctx, double value) {
  for (size_t i = 0; i < all->n; i++)
    if (all->at[i] == value)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), all, value);
}

/* Return the number of the variable p of "grid" where it has several whole
 * values and nothing follows others; SIZE_MAX where not. */
static size_t axis_of(const lcm_grid *grid) {
  size_t axis = SIZE_MAX;
  for (size_t j = 0; j < grid->n_names; j++) {
    if (!grid->sizes[j])
      return SIZE_MAX;
    if (!strcmp(grid->names[j], "p") && grid->sizes[j] > 1)
      axis = j;
  }
  for (size_t i = 0; axis != SIZE_MAX && i < grid->n_points; i++)
    if (!(grid->columns[axis][i] >= 1) ||
        grid->columns[axis][i] != floor(grid->columns[axis][i]))
      return SIZE_MAX;
  return axis;
}

/* Return the values that variable "axis" of "grid" has, and at most "most"
 * with those between them: all numbers, or some a doubling. */
static value_list values_of(lcm_ctx *ctx, const lcm_grid *grid, size_t axis,
                            size_t most) {
  value_list all = {0};
  for (size_t i = 0; i < grid->n_points; i++)
    add_value(&all, ctx, grid->columns[axis][i]);
  if (all.n > most)
    return all;
  qsort(all.at, all.n, sizeof *all.at, lcm_order_numbers);
  const double low = all.at[0];
  const double high = all.at[all.n - 1];
  if (high - low < (double)most)
    for (double p = low; p < high; p++)
      add_value(&all, ctx, p);
  for (int step = 1; all.n < most; step++) {
    const double p = round(low * pow(2, (double)step / PER_DOUBLING));
    if (!(p < high))
      break;
    add_value(&all, ctx, p);
  }
  qsort(all.at, all.n, sizeof *all.at, lcm_order_numbers);
  return all;
}

/* Return the number that point "i" of "grid" has without variable "axis", the
 * others being as in a product. */
static size_t without(const lcm_grid *grid, size_t axis, size_t i) {
  size_t after = 1;
  for (size_t j = axis + 1; j < grid->n_names; j++)
    after *= grid->sizes[j];
  return i / (after * grid->sizes[axis]) * after + i % after;
}

/* Make the grid of "d" that of its report with the values "all" for variable
 * "axis". */
static void widen(struct densing *d, lcm_ctx *ctx, size_t axis,
                  const value_list *all) {
  const lcm_grid *old = d->report->prediction->grid;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = old->n_points / old->sizes[axis] * all->n;
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, old->n_names + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, old->n_names + 1);
  memcpy(sizes, old->sizes, old->n_names * sizeof *sizes);
  sizes[axis] = all->n;
  d->grid = LCM_NEW(arena, lcm_grid);
  *d->grid = *old;
  d->grid->sizes = sizes;
  d->grid->columns = columns;
  d->grid->n_points = n;
  size_t after = 1;
  for (size_t j = axis + 1; j < old->n_names; j++)
    after *= old->sizes[j];
  for (size_t j = 0; j < old->n_names; j++) {
    columns[j] = LCM_NEW_ARRAY(arena, double, n + 1);
    for (size_t i = 0; i < n; i++) {
      const size_t rest = i / (after * all->n) * after + i % after;
      size_t from = 0;
      while (without(old, axis, from) != rest)
        from++;
      columns[j][i] =
          j == axis ? all->at[i / after % all->n] : old->columns[j][from];
    }
  }
}

/* Predict what "user" says. */
static lcm_status predict_dense(lcm_ctx *ctx, void *user) {
  struct densing *d = user;
  return lcm_predict(&d->report->dense, ctx, d->report->program, d->grid,
                     &d->options);
}

/* Messages are played one by one at each point: that takes too long for points
 * that nobody asked for. */
void lcm_report_dense(struct lcm_report *report, lcm_ctx *ctx,
                      const struct lcm_predict_options *options) {
  const lcm_prediction *prediction = report->prediction;
  struct densing d = {.report = report, .options = *options};
  if (!prediction || !options->nodes || options->methods ||
      report->program->is_model || prediction->is_model)
    return;
  const lcm_grid *grid = prediction->grid;
  const size_t axis = axis_of(grid);
  const lcm_point *last = &prediction->points[grid->n_points - 1];
  if (axis == SIZE_MAX || lcm_point_meets(last, LCM_NODE_MESSAGE))
    return;
  const size_t each = grid->n_points / grid->sizes[axis];
  const size_t most = MOST_WORK / (last->n_occurrences + 1) / each;
  const value_list all =
      values_of(ctx, grid, axis, most < MOST_VALUES ? most : MOST_VALUES);
  if (all.n <= grid->sizes[axis])
    return;
  widen(&d, ctx, axis, &all);
  d.options.formula = d.options.hinges = d.options.recurrences = false;
  const bool muted = lcm_ctx_mute(ctx, true);
  if (lcm_ctx_within(ctx, MOST_BYTES, predict_dense, &d)) {
    report->dense = NULL;
    (void)lcm_forgive(ctx);
  }
  (void)lcm_ctx_mute(ctx, muted);
}
