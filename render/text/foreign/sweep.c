/* All points of a prediction as tables of other tools. */
#include "render/text/foreign/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/measurement/measurement.h"

/* ---- Cilkscale -----------------------------------------------------------
 */

/* Return whether points "a" and "b" differ in p alone. */
static bool is_sibling(const lcm_grid *grid, size_t a, size_t b) {
  for (size_t k = 0; k < grid->n_names; k++)
    if (strcmp(grid->names[k], "p") != 0 &&
        grid->columns[k][a] != grid->columns[k][b])
      return false;
  return true;
}

/* Return the first point that differs from "i" in p alone. */
static size_t first_of(const lcm_grid *grid, size_t i) {
  size_t k = 0;
  while (!is_sibling(grid, k, i))
    k++;
  return k;
}

/* Append the variables of point "i" but p, "n=1024 m=2", as a field. */
static void put_tag(lcm_buf *buf, const lcm_grid *grid, size_t i) {
  bool any = false;
  for (size_t k = 0; k < grid->n_names; k++) {
    if (!strcmp(grid->names[k], "p"))
      continue;
    lcm_buf_printf(buf, "%s%s=", any ? " " : "", grid->names[k]);
    lcm_buf_double(buf, grid->columns[k][i]);
    any = true;
  }
}

/* Append "value" as a field behind another. */
static void put_field(lcm_buf *buf, double value) {
  lcm_buf_putc(buf, ',');
  lcm_buf_double(buf, value);
}

/* Append the time of the point that is point "i" but on "p" processors, nan
 * where there is none. */
static void put_time(lcm_buf *buf, const lcm_prediction *prediction, size_t i,
                     double p) {
  double time = NAN;
  for (size_t k = 0; k < prediction->grid->n_points; k++)
    if (is_sibling(prediction->grid, k, i) && prediction->points[k].p == p)
      time = prediction->points[k].time;
  put_field(buf, time);
}

/* Order numbers. */
static int by_number(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Put the different p of "prediction" into "out" in their order; return how
 * many. */
static size_t take_processors(double *out, const lcm_prediction *prediction) {
  const size_t n = prediction->grid->n_points;
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    out[i] = prediction->points[i].p;
  if (n > 1)
    qsort(out, n, sizeof *out, by_number);
  for (size_t i = 0; i < n; i++)
    if (!kept || out[kept - 1] != out[i])
      out[kept++] = out[i];
  return kept;
}

void lcm_put_cilkscale(lcm_buf *buf, lcm_ctx *ctx,
                       const lcm_prediction *prediction) {
  const lcm_grid *grid = prediction->grid;
  double *p = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, grid->n_points + 1);
  const size_t n = take_processors(p, prediction);
  lcm_buf_puts(buf, "tag,work (seconds),span (seconds),parallelism,"
                    "burdened_span (seconds),burdened_parallelism");
  for (size_t k = 0; k < n; k++)
    lcm_buf_printf(buf, ",%gc time (seconds)", p[k]);
  lcm_buf_putc(buf, '\n');
  for (size_t i = 0; i < grid->n_points; i++) {
    const lcm_point *point = &prediction->points[i];
    if (first_of(grid, i) != i)
      continue;
    put_tag(buf, grid, i);
    put_field(buf, point->work);
    put_field(buf, point->span);
    put_field(buf, point->span > 0 ? point->work / point->span : NAN);
    put_field(buf, NAN);
    put_field(buf, NAN);
    for (size_t k = 0; k < n; k++)
      put_time(buf, prediction, i, p[k]);
    lcm_buf_putc(buf, '\n');
  }
}

/* ---- Extra-P -------------------------------------------------------------
 */

/* Return the record of point "i" of "prediction". */
static lcm_measurement record_of(lcm_ctx *ctx, const lcm_prediction *prediction,
                                 size_t i) {
  const lcm_grid *grid = prediction->grid;
  const lcm_point *point = &prediction->points[i];
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = prediction->bare ? 0 : prediction->n_cats;
  lcm_binding *params = LCM_NEW_ARRAY(arena, lcm_binding, grid->n_names + 1);
  lcm_binding *cats = LCM_NEW_ARRAY(arena, lcm_binding, n + 1);
  for (size_t k = 0; k < grid->n_names; k++)
    params[k] = (lcm_binding){grid->names[k], grid->columns[k][i]};
  for (size_t k = 0; k < n; k++)
    cats[k] = (lcm_binding){prediction->cat_names[k], point->cats[k]};
  return (lcm_measurement){.fragment = lcm_intern(ctx, ""),
                           .params = params,
                           .n_params = grid->n_names,
                           .categories = cats,
                           .n_categories = n,
                           .elapsed = point->time,
                           .processors = NAN,
                           .visits = NAN,
                           .iterations = NAN};
}

/* Append all points in "format". */
static void put_records(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        lcm_measurement_format format) {
  const size_t n = prediction->grid->n_points;
  lcm_measurement *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_measurement, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = record_of(ctx, prediction, i);
  char *text = lcm_measurements_print(ctx, &(lcm_measurements){all, n}, format);
  lcm_buf_puts(buf, text ? text : "");
  buf->failed = buf->failed || !text;
  free(text);
}

void lcm_put_extrap_text(lcm_buf *buf, lcm_ctx *ctx,
                         const lcm_prediction *prediction) {
  put_records(buf, ctx, prediction, LCM_MEASURED_EXTRAP_TEXT);
}

void lcm_put_extrap_jsonl(lcm_buf *buf, lcm_ctx *ctx,
                          const lcm_prediction *prediction) {
  put_records(buf, ctx, prediction, LCM_MEASURED_EXTRAP_JSONL);
}
