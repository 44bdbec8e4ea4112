/* Charts of what was measured over a grid: time, speedup and lost cycles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/chart/swept.h"
#include "render/picture/picture.h"
#include "render/table/table.h"
#include "render/text/text.h"

/* Curves of one chart at most. */
enum { MOST_SERIES = 6 };

/* The share of all time from which on a category is drawn. */
static const double SEEN = 0.0005;

/* A sweep being charted. */
struct sweeping {
  lcm_ctx *ctx;
  const struct lcm_swept_list *points;
  const char *axis; /* the variable of the abscissa; NULL: none varies */
  bool log;         /* its values double */
};

/* The points that differ in nothing but the abscissa, by that. */
struct swept_series {
  const struct lcm_swept **at;
  double *x;
  size_t n;
};

/* Return the value of "name" at "point". */
static double value_at(const struct lcm_swept *point, const char *name) {
  return lcm_measured(point->whole->params, point->whole->n_params, name);
}

/* Return how many different values "name" has among "points". */
static size_t count_values(const struct lcm_swept_list *points,
                           const char *name) {
  size_t n = 0;
  for (size_t i = 0; i < points->n; i++) {
    size_t k = 0;
    while (k < i &&
           value_at(&points->at[k], name) != value_at(&points->at[i], name))
      k++;
    n += k == i;
  }
  return n;
}

/* Return the variable that has most values, p where several have; NULL where
 * none varies. */
static const char *most_varying(const struct lcm_swept_list *points) {
  const lcm_measurement *first = points->n ? points->at[0].whole : NULL;
  const char *best = NULL;
  size_t most = 1;
  for (size_t j = 0; first && j < first->n_params; j++) {
    const char *name = first->params[j].name;
    const size_t n = count_values(points, name);
    if (n > most || (n == most && n > 1 && !strcmp(name, "p")))
      best = name;
    most = n > most ? n : most;
  }
  return best;
}

/* Return whether the values of the abscissa grow by factors: their mean is far
 * below the middle. */
static bool grows_by_factors(const struct lcm_swept_list *points,
                             const char *axis) {
  double low = INFINITY;
  double high = 0;
  double sum = 0;
  for (size_t i = 0; axis && i < points->n; i++) {
    const double x = value_at(&points->at[i], axis);
    low = fmin(low, x);
    high = fmax(high, x);
    sum += x;
  }
  return low > 0 && high >= 4 * low &&
         sum / (double)points->n < 0.45 * (low + high);
}

/* Return whether "a" and "b" differ in nothing but the abscissa. */
static bool are_beside(const struct sweeping *s, const struct lcm_swept *a,
                       const struct lcm_swept *b) {
  for (size_t j = 0; j < a->whole->n_params; j++) {
    const char *name = a->whole->params[j].name;
    if (strcmp(name, s->axis) != 0 && value_at(a, name) != value_at(b, name))
      return false;
  }
  return true;
}

/* Return the points beside "one", by abscissa. */
static struct swept_series series_of(const struct sweeping *s,
                                     const struct lcm_swept *one) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n = s->points->n;
  struct swept_series out = {
      .at = LCM_NEW_ARRAY(arena, const struct lcm_swept *, n + 1),
      .x = LCM_NEW_ARRAY(arena, double, n + 1)};
  for (size_t i = 0; i < n; i++) {
    const struct lcm_swept *point = &s->points->at[i];
    const double x = value_at(point, s->axis);
    size_t k = out.n;
    if (!are_beside(s, one, point))
      continue;
    for (; k && out.x[k - 1] > x; k--) {
      out.x[k] = out.x[k - 1];
      out.at[k] = out.at[k - 1];
    }
    out.x[k] = x;
    out.at[k] = point;
    out.n++;
  }
  return out;
}

/* Return what the series of "one" is called: the other variables that vary,
 * "n = 4"; NULL for none. */
static const char *name_of(const struct sweeping *s,
                           const struct lcm_swept *one) {
  lcm_buf buf = {0};
  for (size_t j = 0; j < one->whole->n_params; j++) {
    const lcm_binding *param = &one->whole->params[j];
    if (!strcmp(param->name, s->axis) ||
        count_values(s->points, param->name) < 2)
      continue;
    lcm_buf_printf(&buf, "%s%s = ", buf.len ? ", " : "", param->name);
    lcm_buf_short(&buf, param->value, 6);
  }
  return buf.len ? lcm_cell_take(s->ctx, &buf) : NULL;
}

/* Return the curve of the times of the series of "one". */
static struct lcm_curve time_curve(const struct sweeping *s,
                                   const struct lcm_swept *one) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const struct swept_series series = series_of(s, one);
  double *y = LCM_NEW_ARRAY(arena, double, series.n + 1);
  double *low = LCM_NEW_ARRAY(arena, double, series.n + 1);
  double *high = LCM_NEW_ARRAY(arena, double, series.n + 1);
  bool wide = series.n > 0;
  for (size_t i = 0; i < series.n; i++) {
    const struct lcm_swept *point = series.at[i];
    y[i] = point->elapsed;
    low[i] = point->elapsed - point->half;
    high[i] = point->elapsed + point->half;
    wide = wide && isfinite(point->half);
  }
  const char *name = name_of(s, one);
  return (struct lcm_curve){.name = name ? name : "measured",
                            .px = series.x,
                            .py = y,
                            .n_points = series.n,
                            .x = series.x,
                            .y = y,
                            .low = wide ? low : NULL,
                            .high = wide ? high : NULL,
                            .n = series.n};
}

/* Fill in "chart" with the times of all series. */
static void chart_time(struct lcm_chart *chart, const struct sweeping *s) {
  struct lcm_curve *curves =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), struct lcm_curve, MOST_SERIES);
  *chart = (struct lcm_chart){.title = "Time measured",
                              .x_name = s->axis,
                              .y_name = "time [s]",
                              .x_log = s->log,
                              .curves = curves};
  for (size_t i = 0; i < s->points->n && chart->n_curves < MOST_SERIES; i++) {
    size_t k = 0;
    while (k < i && !are_beside(s, &s->points->at[k], &s->points->at[i]))
      k++;
    if (k == i)
      curves[chart->n_curves++] = time_curve(s, &s->points->at[i]);
  }
}

/* Fill in "chart" with the speedup of the last series over its time with p = 1;
 * false where there is none. */
static bool chart_speedup(struct lcm_chart *chart, const struct sweeping *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const struct lcm_swept *last = &s->points->at[s->points->n - 1];
  const struct swept_series series = series_of(s, last);
  struct lcm_curve *curves = LCM_NEW_ARRAY(arena, struct lcm_curve, 2);
  double *y = LCM_NEW_ARRAY(arena, double, series.n + 1);
  if (strcmp(s->axis, "p") != 0 || !series.n || series.x[0] != 1)
    return false;
  for (size_t i = 0; i < series.n; i++)
    y[i] = series.at[0]->elapsed / series.at[i]->elapsed;
  curves[0] = (struct lcm_curve){.name = "measured",
                                 .px = series.x,
                                 .py = y,
                                 .n_points = series.n,
                                 .x = series.x,
                                 .y = y,
                                 .n = series.n,
                                 .colour = "#0072B2"};
  curves[1] = (struct lcm_curve){.name = "ideal",
                                 .x = series.x,
                                 .y = series.x,
                                 .n = series.n,
                                 .colour = "#818b98",
                                 .bound = true};
  *chart = (struct lcm_chart){.title = "Speedup measured",
                              .subtitle = name_of(s, last),
                              .x_name = s->axis,
                              .y_name = "speedup",
                              .x_log = s->log,
                              .y_double = s->log,
                              .curves = curves,
                              .n_curves = 2};
  return true;
}

/* Return the bars of category "name" of "series", per cent of the processors'
 * time, in the colour of category "cat"; without points where that is
 * nothing. */
static struct lcm_curve lost_curve(const struct sweeping *s,
                                   const struct swept_series *series,
                                   const char *name, size_t cat) {
  double *y = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), double, series->n + 1);
  double most = 0;
  for (size_t i = 0; i < series->n; i++) {
    const lcm_measurement *whole = series->at[i]->whole;
    for (size_t c = 0; c < whole->n_categories; c++)
      if (!strcmp(whole->categories[c].name, name))
        y[i] = 100 * series->at[i]->shares[c];
    most = fmax(most, y[i]);
  }
  return (struct lcm_curve){
      .name = cat < LCM_CAT_USER ? lcm_cat_title((lcm_cat)cat) : name,
      .x = series->x,
      .y = y,
      .n = most > 100 * SEEN ? series->n : 0,
      .colour = lcm_colour_cat(cat)};
}

/* Fill in "chart" with what the last series loses by category; false where that
 * is nothing. */
static bool chart_lost(struct lcm_chart *chart, const struct sweeping *s) {
  const struct lcm_swept *last = &s->points->at[s->points->n - 1];
  const struct swept_series series = series_of(s, last);
  const lcm_measurement *whole = last->whole;
  struct lcm_curve *curves = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->ctx), struct lcm_curve, whole->n_categories + 1);
  size_t own = LCM_CAT_USER;
  *chart = (struct lcm_chart){.title = "Lost cycles measured",
                              .subtitle = name_of(s, last),
                              .x_name = s->axis,
                              .y_name = "processor-time [%]",
                              .x_log = s->log,
                              .stacked = true,
                              .curves = curves};
  for (size_t c = 0; c < whole->n_categories; c++) {
    const char *name = whole->categories[c].name;
    const size_t known = lcm_cat_find(name);
    if (known == LCM_CAT_PC)
      continue;
    curves[chart->n_curves] =
        lost_curve(s, &series, name, known < LCM_CAT_USER ? known : own);
    own += known >= LCM_CAT_USER;
    chart->n_curves += curves[chart->n_curves].n > 0;
  }
  return chart->n_curves > 0;
}

size_t lcm_charts_swept(struct lcm_chart charts[LCM_SWEPT_CHARTS], lcm_ctx *ctx,
                        const struct lcm_swept_list *points) {
  struct sweeping s = {
      .ctx = ctx, .points = points, .axis = most_varying(points)};
  size_t n = 0;
  if (!s.axis)
    return 0;
  s.log = grows_by_factors(points, s.axis);
  chart_time(&charts[n++], &s);
  n += chart_speedup(&charts[n], &s);
  n += chart_lost(&charts[n], &s);
  return n;
}
