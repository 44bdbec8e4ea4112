/* Charts of the times of variants. */
#include <math.h>
#include <string.h>

#include "render/chart/variants.h"
#include "render/text/text.h"

/* Crossovers that are marked at most. */
enum { MOST_CROSSOVERS = 40 };

static const size_t NONE = (size_t)-1;

/* Return the one variable of "grid" that varies by itself; NONE where not one
 * does. */
static size_t only_axis(const lcm_grid *grid) {
  size_t axis = NONE;
  for (size_t j = 0; j < grid->n_names; j++) {
    if (grid->follows[j] || grid->sizes[j] < 2)
      continue;
    if (axis != NONE)
      return NONE;
    axis = j;
  }
  return axis;
}

/* Return the points of "grid" in the order of variable "axis". */
static size_t *order_of(lcm_ctx *ctx, const lcm_grid *grid, size_t axis) {
  const double *x = grid->columns[axis];
  size_t *order = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, grid->n_points);
  for (size_t i = 0; i < grid->n_points; i++) {
    size_t k = i;
    for (; k && x[order[k - 1]] > x[i]; k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

/* Return the curve of the times of variant "v" at the points "order" over
 * "x". */
static struct lcm_curve curve_of(lcm_ctx *ctx, const lcm_comparison *c,
                                 size_t v, const size_t *order,
                                 const double *x) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = c->grid->n_points;
  const lcm_prediction *prediction = c->variants[v];
  double *all[3];
  bool band = false;
  for (size_t q = 0; q < 3; q++)
    all[q] = LCM_NEW_ARRAY(arena, double, n);
  for (size_t i = 0; i < n; i++) {
    const lcm_point *point = &prediction->points[order[i]];
    all[0][i] = point->time;
    all[1][i] = point->low;
    all[2][i] = point->high;
    band = band || point->high > point->low;
  }
  return (struct lcm_curve){.name = lcm_variant_name(ctx, c, v),
                            .x = x,
                            .y = all[0],
                            .low = band ? all[1] : NULL,
                            .high = band ? all[2] : NULL,
                            .n = n};
}

/* Put the least and the largest time of the "n" curves at "curves" into
 * "range". */
static void find_range(double range[2], const struct lcm_curve *curves,
                       size_t n) {
  range[0] = INFINITY;
  range[1] = 0;
  for (size_t v = 0; v < n; v++)
    for (size_t i = 0; i < curves[v].n; i++) {
      if (!isfinite(curves[v].y[i]))
        continue;
      range[0] = fmin(range[0], curves[v].y[i]);
      range[1] = fmax(range[1], curves[v].y[i]);
    }
}

/* Add a line across the "*n" curves at "curves" at each crossover of "c". */
static void add_crossovers(struct lcm_curve *curves, size_t *n, lcm_ctx *ctx,
                           const lcm_comparison *c) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  double range[2];
  find_range(range, curves, *n);
  for (size_t i = 0;
       i < c->n_crossovers && i < MOST_CROSSOVERS && range[0] < range[1]; i++) {
    double *x = LCM_NEW_ARRAY(arena, double, 2);
    double *y = LCM_NEW_ARRAY(arena, double, 2);
    x[0] = x[1] = c->crossovers[i].value;
    y[0] = range[0];
    y[1] = range[1];
    curves[(*n)++] = (struct lcm_curve){.name = i ? NULL : "crossovers",
                                        .x = x,
                                        .y = y,
                                        .n = 2,
                                        .colour = "#818b98",
                                        .bound = true};
  }
}

/* Return who is the fastest how often, for who cannot see the chart. */
static const char *about(lcm_ctx *ctx, const lcm_comparison *c) {
  lcm_buf buf = {0};
  lcm_put_winners(&buf, ctx, c);
  const char *text = lcm_cell_take(ctx, &buf);
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s", (int)strcspn(text, "\n"),
                          text);
}

bool lcm_chart_variants(struct lcm_chart *chart, lcm_ctx *ctx,
                        const lcm_comparison *c) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t axis = only_axis(c->grid);
  bool plain = true;
  if (axis == NONE)
    return false;
  const size_t n = c->grid->n_points;
  const size_t *order = order_of(ctx, c->grid, axis);
  double *x = LCM_NEW_ARRAY(arena, double, n);
  struct lcm_curve *curves =
      LCM_NEW_ARRAY(arena, struct lcm_curve, c->n_variants + MOST_CROSSOVERS);
  for (size_t i = 0; i < n; i++)
    x[i] = c->grid->columns[axis][order[i]];
  *chart = (struct lcm_chart){.title = "Time",
                              .subtitle = lcm_winner_constants(ctx, c->grid),
                              .about = about(ctx, c),
                              .x_name = lcm_grid_label(c->grid, axis),
                              .x_log = lcm_grows_by_factors(x, n),
                              .curves = curves};
  for (size_t v = 0; v < c->n_variants; v++) {
    plain = plain && lcm_prediction_is_plain(c->variants[v]);
    curves[chart->n_curves++] = curve_of(ctx, c, v, order, x);
  }
  chart->y_name = plain ? "time" : "time [s]";
  add_crossovers(curves, &chart->n_curves, ctx, c);
  return true;
}
