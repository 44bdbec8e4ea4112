/* Charts of a prediction: time, speedup and lost cycles over the grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "render/chart/prediction.h"
#include "render/picture/picture.h"
#include "render/table/table.h"

/* Curves of one chart at most, and what is known of one over the other values
 * of the grid. */
enum { MOST_SERIES = 6 };

static const size_t NONE = (size_t)-1;

/* The share of the largest stack from which on a category is seen. */
static const double SEEN = 0.002;

/* A prediction being charted. */
struct charting {
  lcm_ctx *ctx;
  const struct lcm_charted *of;
  const lcm_grid *grid;
  size_t axis; /* number of the variable of the abscissa; NONE: none varies */
  bool log;    /* its values double */
  /* by variable: its values follow from those of the abscissa */
  const bool *follows;
  /* the first point of each combination of the other variables */
  size_t series[MOST_SERIES];
  size_t n_series;
};

/* The points of one of the series: their numbers, by abscissa. */
struct series {
  size_t *at;
  double *x;
  size_t n;
};

/* ---- the abscissa -------------------------------------------------------- */

/* Return how many different values variable "j" of "grid" has. */
static size_t count_values(const lcm_grid *grid, size_t j) {
  size_t n = 0;
  for (size_t i = 0; i < grid->n_points; i++) {
    size_t k = 0;
    while (k < i && grid->columns[j][k] != grid->columns[j][i])
      k++;
    n += k == i;
  }
  return n;
}

/* Return the variable "name" of "grid", NONE where it has none or it does not
 * vary. */
static size_t varying(const lcm_grid *grid, const char *name) {
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name))
      return count_values(grid, j) > 1 ? j : NONE;
  return NONE;
}

/* Return the variable that has most values, p where several have. */
static size_t most_varying(const lcm_grid *grid) {
  size_t best = varying(grid, "p");
  for (size_t j = 0; j < grid->n_names; j++) {
    const size_t n = count_values(grid, j);
    if (n > 1 && (best == NONE || n > count_values(grid, best)))
      best = j;
  }
  return best;
}

/* Return whether points "i" and "k" are the same but for the abscissa: another
 * variable that follows it may differ. */
static bool are_beside(const struct charting *c, size_t i, size_t k) {
  const lcm_grid *grid = c->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (!c->follows[j] && grid->columns[j][i] != grid->columns[j][k])
      return false;
  return true;
}

/* Return whether the values of variable "j" of "grid" follow from those of
 * "axis", of which it has several. */
static bool follows(const lcm_grid *grid, size_t j, size_t axis) {
  const double *x = grid->columns[axis];
  const double *y = grid->columns[j];
  for (size_t i = 0; i < grid->n_points; i++)
    for (size_t k = 0; k < i; k++)
      if (x[k] == x[i]) {
        if (y[k] != y[i])
          return false;
        break;
      }
  return true;
}

/* Return by variable of "grid" whether it follows "axis". */
static const bool *find_following(lcm_ctx *ctx, const lcm_grid *grid,
                                  size_t axis) {
  bool *out = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, grid->n_names + 1);
  for (size_t j = 0; j < grid->n_names; j++)
    out[j] = follows(grid, j, axis);
  return out;
}

/* Find the series of "c". */
static void find_series(struct charting *c) {
  for (size_t i = 0; i < c->grid->n_points && c->n_series < MOST_SERIES; i++) {
    size_t k = 0;
    while (k < c->n_series && !are_beside(c, c->series[k], i))
      k++;
    if (k == c->n_series)
      c->series[c->n_series++] = i;
  }
}

/* Return whether the values of variable "j" of "grid" grow by factors: their
 * mean is far below the middle. */
static bool grows_by_factors(const lcm_grid *grid, size_t j) {
  double low = INFINITY;
  double high = 0;
  double sum = 0;
  for (size_t i = 0; i < grid->n_points; i++) {
    const double x = grid->columns[j][i];
    low = fmin(low, x);
    high = fmax(high, x);
    sum += x;
  }
  return low > 0 && high >= 4 * low &&
         sum / (double)grid->n_points < 0.45 * (low + high);
}

/* Return "of" over variable "axis". */
static struct charting chart_of(lcm_ctx *ctx, const struct lcm_charted *of,
                                size_t axis) {
  struct charting c = {
      .ctx = ctx, .of = of, .grid = of->prediction->grid, .axis = axis};
  if (axis == NONE)
    return c;
  c.log = grows_by_factors(c.grid, axis);
  c.follows = find_following(ctx, c.grid, axis);
  find_series(&c);
  return c;
}

/* Return the points of series "k" of "c". */
static struct series series_of(const struct charting *c, size_t k) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const size_t most = c->grid->n_points + 1;
  struct series s = {LCM_NEW_ARRAY(arena, size_t, most),
                     LCM_NEW_ARRAY(arena, double, most), 0};
  for (size_t i = 0; i < c->grid->n_points; i++) {
    const double x = c->grid->columns[c->axis][i];
    size_t at = s.n;
    if (!are_beside(c, c->series[k], i))
      continue;
    for (; at && s.x[at - 1] > x; at--) {
      s.x[at] = s.x[at - 1];
      s.at[at] = s.at[at - 1];
    }
    s.x[at] = x;
    s.at[at] = i;
    s.n++;
  }
  return s;
}

/* Return what the other variables are in series "k": "n = 64"; NULL where there
 * is one series. */
static const char *series_name(const struct charting *c, size_t k) {
  lcm_buf buf = {0};
  for (size_t j = 0; j < c->grid->n_names && c->n_series > 1; j++)
    if (j != c->axis && count_values(c->grid, j) > 1) {
      lcm_buf_printf(&buf, "%s%s = ", buf.len ? ", " : "",
                     lcm_grid_label(c->grid, j));
      lcm_buf_short(&buf, c->grid->columns[j][c->series[k]], 6);
    }
  return buf.len ? lcm_cell_take(c->ctx, &buf) : NULL;
}

/* Return the variables that do not vary: "n = 64"; NULL for none. */
static const char *fixed_values(const struct charting *c) {
  lcm_buf buf = {0};
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (j != c->axis && count_values(c->grid, j) == 1) {
      lcm_buf_printf(&buf, "%s%s = ", buf.len ? ", " : "",
                     lcm_grid_label(c->grid, j));
      lcm_buf_short(&buf, c->grid->columns[j][0], 6);
    }
  return buf.len ? lcm_cell_take(c->ctx, &buf) : NULL;
}

/* ---- what was measured --------------------------------------------------- */

/* Return whether the run "one" has the values of point "i" but for the
 * abscissa, as far as it says. */
static bool is_of_series(const struct charting *c, const lcm_measurement *one,
                         size_t i) {
  for (size_t j = 0; j < c->grid->n_names; j++) {
    const double value =
        lcm_measured(one->params, one->n_params, c->grid->names[j]);
    if (j != c->axis && !isnan(value) && value != c->grid->columns[j][i])
      return false;
  }
  return true;
}

/* Return the abscissa of the run "one", NaN where it does not say. */
static double abscissa_of(const struct charting *c,
                          const lcm_measurement *one) {
  const char *name = c->grid->names[c->axis];
  const double x = lcm_measured(one->params, one->n_params, name);
  return isnan(x) && !strcmp(name, "p") ? one->processors : x;
}

/* Return the middle of the times measured of series "k" where the abscissa is
 * "x", NaN where nothing was. */
static double measured_at(const struct charting *c, size_t k, double x) {
  const lcm_measurements *all = c->of->measured;
  LCM_LIST(double) times = {0};
  for (size_t i = 0; all && i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    if (!*one->fragment && isfinite(one->elapsed) && abscissa_of(c, one) == x &&
        is_of_series(c, one, c->series[k]))
      LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &times, one->elapsed);
  }
  if (times.n)
    qsort(times.at, times.n, sizeof *times.at, lcm_order_numbers);
  return !times.n ? (double)NAN
         : times.n % 2
             ? times.at[times.n / 2]
             : (times.at[times.n / 2 - 1] + times.at[times.n / 2]) / 2;
}

/* Put the times measured of series "k" into the points of "curve". */
static void take_measured(struct lcm_curve *curve, const struct charting *c,
                          size_t k) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_measurements *all = c->of->measured;
  LCM_LIST(double) xs = {0};
  for (size_t i = 0; all && i < all->n; i++) {
    const double x = abscissa_of(c, &all->at[i]);
    if (!*all->at[i].fragment && isfinite(x))
      LCM_LIST_ADD(arena, &xs, x);
  }
  if (xs.n)
    qsort(xs.at, xs.n, sizeof *xs.at, lcm_order_numbers);
  double *px = LCM_NEW_ARRAY(arena, double, xs.n + 1);
  double *py = LCM_NEW_ARRAY(arena, double, xs.n + 1);
  for (size_t i = 0; i < xs.n; i++) {
    const double y = i && xs.at[i] == xs.at[i - 1]
                         ? (double)NAN
                         : measured_at(c, k, xs.at[i]);
    px[curve->n_points] = xs.at[i];
    py[curve->n_points] = y;
    curve->n_points += isfinite(y);
  }
  curve->px = px;
  curve->py = py;
}

/* ---- time ---------------------------------------------------------------- */

/* Return whether any time of "s" has an interval. */
static bool has_interval(const lcm_prediction *prediction,
                         const struct series *s) {
  for (size_t i = 0; i < s->n; i++)
    if (prediction->points[s->at[i]].high > prediction->points[s->at[i]].low)
      return true;
  return false;
}

/* Return the curve of the times of series "k". */
static struct lcm_curve time_curve(const struct charting *c, size_t k) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_prediction *prediction = c->of->prediction;
  const struct series s = series_of(c, k);
  const bool band = has_interval(prediction, &s);
  double *all[3];
  const char *name = series_name(c, k);
  struct lcm_curve curve = {
      .name = name ? name : "predicted", .x = s.x, .n = s.n};
  for (size_t q = 0; q < 3; q++)
    all[q] = LCM_NEW_ARRAY(arena, double, s.n + 1);
  for (size_t i = 0; i < s.n; i++) {
    const lcm_point *point = &prediction->points[s.at[i]];
    all[0][i] = point->time;
    all[1][i] = point->low;
    all[2][i] = point->high;
  }
  curve.y = all[0];
  curve.low = band ? all[1] : NULL;
  curve.high = band ? all[2] : NULL;
  if (band && !name)
    curve.name = "predicted, with its 90 % interval";
  return curve;
}

/* Return what the times of "curve" come to, for who cannot see it. */
static const char *about_times(const struct charting *c,
                               const struct lcm_curve *curve) {
  lcm_buf buf = {0};
  lcm_put_time(&buf, curve->y[0]);
  lcm_buf_printf(&buf, " at %s = ", lcm_grid_label(c->grid, c->axis));
  lcm_buf_short(&buf, curve->x[0], 6);
  lcm_buf_puts(&buf, ", ");
  lcm_put_time(&buf, curve->y[curve->n - 1]);
  lcm_buf_puts(&buf, " at ");
  lcm_buf_short(&buf, curve->x[curve->n - 1], 6);
  return lcm_cell_take(c->ctx, &buf);
}

/* Add what was measured of series "k" to the "*n" curves at "curves", as
 * points, in the colour of curve "like". */
static void add_measured(struct lcm_curve *curves, size_t *n,
                         const struct charting *c, size_t k) {
  const char *name = series_name(c, k);
  struct lcm_curve measured = {
      .name =
          name ? lcm_arena_printf(lcm_ctx_arena(c->ctx), "measured, %s", name)
               : "measured"};
  take_measured(&measured, c, k);
  if (measured.n_points)
    curves[(*n)++] = measured;
}

bool lcm_chart_time(struct lcm_chart *chart, lcm_ctx *ctx,
                    const struct lcm_charted *of) {
  const struct charting c =
      chart_of(ctx, of, most_varying(of->prediction->grid));
  struct lcm_curve *curves =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_curve, 2 * MOST_SERIES);
  size_t n = 0;
  if (c.axis == NONE)
    return false;
  for (size_t k = 0; k < c.n_series; k++)
    curves[n++] = time_curve(&c, k);
  *chart = (struct lcm_chart){
      .title = "Time",
      .subtitle = fixed_values(&c),
      .about = about_times(&c, &curves[0]),
      .x_name = lcm_grid_label(c.grid, c.axis),
      .y_name = lcm_prediction_is_plain(of->prediction) ? "time" : "time [s]",
      .x_log = c.log,
      .curves = curves};
  for (size_t k = 0; k < c.n_series; k++)
    add_measured(curves, &n, &c, k);
  chart->n_curves = n;
  return true;
}

/* ---- speedup ------------------------------------------------------------- */

/* What a speedup is compared with. */
enum line { PREDICTED, IDEAL, BOUND, BURDENED, LINES };

/* Return the "line" of speedup at "point", NaN where there is none.  A greedy
 * schedule takes no longer than the work, divided, and the part of the span
 * that not all can work on (Graham 1969), here with the overheads of the
 * prediction: synchronization, communication and contention. */
static double speedup_at(const lcm_point *point, enum line line) {
  const double shared = point->work / point->p;
  const double overheads = (point->cats[LCM_CAT_SL] + point->cats[LCM_CAT_CL] +
                            point->cats[LCM_CAT_RC]) /
                           point->p;
  const double rest = point->span * (point->p - 1) / point->p;
  switch (line) {
  case PREDICTED:
    return point->speedup;
  case IDEAL:
    return point->p;
  case BOUND:
    return point->span > 0 ? point->time1 / fmax(point->span, shared)
                           : (double)NAN;
  case BURDENED:
    return point->span > 0 ? point->time1 / (shared + rest + overheads)
                           : (double)NAN;
  case LINES:
    break;
  }
  return NAN;
}

/* Return the curve "line" of the series "s"; without points where it has
 * none. */
static struct lcm_curve speedup_curve(const struct charting *c,
                                      const struct series *s, enum line line) {
  static const char *const NAMES[] = {
      "predicted", "ideal", "at most: min(p, work / span)",
      "at least, if none idles while there is work"};
  static const char *const COLOURS[] = {"#0072B2", "#818b98", "#009E73",
                                        "#D55E00"};
  double *y = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, s->n + 1);
  struct lcm_curve curve = {.name = NAMES[line],
                            .x = s->x,
                            .y = y,
                            .n = s->n,
                            .colour = COLOURS[line],
                            .bound = line != PREDICTED};
  for (size_t i = 0; i < s->n; i++) {
    y[i] = speedup_at(&c->of->prediction->points[s->at[i]], line);
    if (!isfinite(y[i]))
      curve.n = 0;
  }
  if (line == PREDICTED) {
    curve.px = s->x;
    curve.py = y;
    curve.n_points = curve.n;
  }
  return curve;
}

/* Return the number of the series of "c" that the chosen point is in. */
static size_t chosen(const struct charting *c) {
  size_t k = 0;
  while (k < c->n_series && !are_beside(c, c->series[k], c->of->at))
    k++;
  return k < c->n_series ? k : 0;
}

/* Return the speedups measured of the series number "k" of "c", over the time
 * measured with p = 1; without points where that was not. */
static struct lcm_curve measured_speedup(const struct charting *c, size_t k) {
  struct lcm_curve curve = {.name = "measured", .colour = "#CC79A7"};
  const double alone = measured_at(c, k, 1);
  take_measured(&curve, c, k);
  double *y = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, curve.n_points + 1);
  for (size_t i = 0; i < curve.n_points; i++)
    y[i] = alone / curve.py[i];
  curve.py = y;
  curve.n_points = isfinite(alone) ? curve.n_points : 0;
  return curve;
}

bool lcm_chart_speedup(struct lcm_chart *chart, lcm_ctx *ctx,
                       const struct lcm_charted *of) {
  const lcm_prediction *prediction = of->prediction;
  const struct charting c = chart_of(ctx, of, varying(prediction->grid, "p"));
  struct lcm_curve *curves =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_curve, LINES + 1);
  const char *name = NULL;
  if (c.axis == NONE || prediction->bare)
    return false;
  const size_t k = chosen(&c);
  const struct series s = series_of(&c, k);
  *chart = (struct lcm_chart){.title = "Speedup and its bounds",
                              .x_name = lcm_grid_label(c.grid, c.axis),
                              .y_name = "speedup",
                              .x_log = c.log,
                              .y_double = c.log,
                              .curves = curves};
  for (int line = PREDICTED; line < LINES; line++) {
    curves[chart->n_curves] = speedup_curve(&c, &s, (enum line)line);
    chart->n_curves += curves[chart->n_curves].n > 0;
  }
  if (!curves[0].n || !curves[0].n_points)
    return false;
  curves[chart->n_curves] = measured_speedup(&c, k);
  chart->n_curves += curves[chart->n_curves].n_points > 0;
  name = series_name(&c, k);
  chart->subtitle = name ? name : fixed_values(&c);
  chart->about = lcm_arena_printf(lcm_ctx_arena(ctx), "predicted %s at p = %s",
                                  lcm_cell_number(ctx, curves[0].y[s.n - 1]),
                                  lcm_cell_number(ctx, s.x[s.n - 1]));
  return true;
}

/* ---- lost cycles --------------------------------------------------------- */

/* Return the bars of category "cat" of the series "s": per cent of the
 * cycles; without points where it is nothing. */
static struct lcm_curve lost_curve(const struct charting *c,
                                   const struct series *s, size_t cat) {
  const lcm_prediction *prediction = c->of->prediction;
  double *y = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, s->n + 1);
  struct lcm_curve curve = {.name = lcm_loss_title(prediction, cat),
                            .x = s->x,
                            .y = y,
                            .n = s->n,
                            .colour = lcm_colour_cat(cat)};
  double most = 0;
  double all = 0;
  for (size_t i = 0; i < s->n; i++) {
    const double *cats = prediction->points[s->at[i]].cats;
    const struct lcm_loss loss = lcm_loss_of(prediction, cats);
    y[i] = loss.total > 0 ? fmax(0, 100 * cats[cat] / loss.total) : 0;
    most = fmax(most, y[i]);
    all = fmax(all, loss.total > 0 ? 100 * loss.lost / loss.total : 0);
  }
  curve.n = most > SEEN * all ? s->n : 0;
  return curve;
}

bool lcm_chart_lost(struct lcm_chart *chart, lcm_ctx *ctx,
                    const struct lcm_charted *of) {
  const lcm_prediction *prediction = of->prediction;
  const size_t by_p = varying(prediction->grid, "p");
  const struct charting c =
      chart_of(ctx, of, by_p == NONE ? most_varying(prediction->grid) : by_p);
  if (c.axis == NONE || prediction->bare || prediction->is_model)
    return false;
  const struct series s = series_of(&c, chosen(&c));
  struct lcm_curve *curves = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_curve,
                                           prediction->n_cats + 1);
  const char *name = series_name(&c, chosen(&c));
  *chart = (struct lcm_chart){.title = "Lost cycles",
                              .subtitle = name ? name : fixed_values(&c),
                              .x_name = lcm_grid_label(c.grid, c.axis),
                              .y_name = "lost cycles [%]",
                              .x_log = c.log,
                              .stacked = true,
                              .curves = curves};
  for (size_t cat = 0; cat < prediction->n_cats; cat++) {
    if (cat == LCM_CAT_PC || cat == LCM_CAT_UNSPLIT)
      continue;
    curves[chart->n_curves] = lost_curve(&c, &s, cat);
    chart->n_curves += curves[chart->n_curves].n > 0;
  }
  return chart->n_curves > 0;
}
