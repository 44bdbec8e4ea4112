/* Draws the quantities that were fitted: points, curves and their intervals. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/list.h"
#include "render/chart/chart.h"
#include "study/fitting/chart.h"

enum { STEPS = 60, MOST_CURVES = 6, MOST_FORMS = 4, MOST_CHARTS = 60 };

/* A chart being made of the quantity "series". */
struct fit_charting {
  const struct lcm_fit_session *f;
  lcm_arena *arena;
  const struct lcm_experiment_series *series;
  size_t axis; /* the variable of the abscissa */
  double low;  /* low, high: its range */
  double high;
  bool log; /* its values double */
};

/* Choose the variable of the abscissa: the one with most values. */
static void choose_axis(struct fit_charting *c) {
  const struct lcm_fit_data *d = &c->series->data;
  size_t most = 0;
  double sum = 0;
  for (size_t j = 0; j < d->n_names; j++) {
    const size_t values = lcm_data_distinct(c->f->ctx, d, &j, 1);
    c->axis = values > most ? j : c->axis;
    most = values > most ? values : most;
  }
  c->low = INFINITY;
  c->high = -INFINITY;
  for (size_t i = 0; d->n_names && i < d->n_points; i++) {
    const double x = d->x[i * d->n_names + c->axis];
    c->low = fmin(c->low, x);
    c->high = fmax(c->high, x);
    sum += x;
  }
  const double mean = sum / (double)d->n_points;
  c->log =
      c->low > 0 && c->high >= 8 * c->low && most <= 20 && mean < 0.4 * c->high;
}

/* Return whether point "i" has the values of "row" but on the axis. */
static bool is_beside(const struct fit_charting *c, size_t i,
                      const double *row) {
  const struct lcm_fit_data *d = &c->series->data;
  for (size_t j = 0; j < d->n_names; j++)
    if (j != c->axis && d->x[i * d->n_names + j] != row[j])
      return false;
  return true;
}

/* Put the points beside "row" into "out". */
static void take_points(struct lcm_curve *out, const struct fit_charting *c,
                        const double *row) {
  const struct lcm_fit_data *d = &c->series->data;
  double *x = LCM_NEW_ARRAY(c->arena, double, d->n_points + 1);
  double *y = LCM_NEW_ARRAY(c->arena, double, d->n_points + 1);
  size_t n = 0;
  for (size_t i = 0; i < d->n_points; i++)
    if (is_beside(c, i, row)) {
      x[n] = d->n_names ? d->x[i * d->n_names + c->axis] : 0;
      y[n++] = d->y[i];
    }
  out->px = x;
  out->py = y;
  out->n_points = n;
}

/* Put the curve of "model" beside "row" into "out", with its interval where
 * "band". */
static void take_curve(struct lcm_curve *out, const struct fit_charting *c,
                       const lcm_fit_model *model, const double *row,
                       bool band) {
  const struct lcm_fit_data *d = &c->series->data;
  double *all[4];
  lcm_binding *at = LCM_NEW_ARRAY(c->arena, lcm_binding, d->n_names + 1);
  for (size_t k = 0; k < 4; k++)
    all[k] = LCM_NEW_ARRAY(c->arena, double, STEPS + 1);
  for (size_t i = 0; i <= STEPS && d->n_names; i++) {
    const double share = (double)i / STEPS;
    const double x = c->log ? c->low * pow(c->high / c->low, share)
                            : c->low + (c->high - c->low) * share;
    for (size_t j = 0; j < d->n_names; j++)
      at[j] = (lcm_binding){d->names[j], j == c->axis ? x : row[j]};
    struct lcm_fit_predicted said;
    if (lcm_fit_predict(&said, c->f->ctx, model, at, d->n_names,
                        c->f->plan.options.level))
      said = (struct lcm_fit_predicted){NAN, NAN, NAN};
    all[0][i] = x;
    all[1][i] = said.value;
    all[2][i] = said.low;
    all[3][i] = said.high;
  }
  out->x = all[0];
  out->y = all[1];
  out->low = band ? all[2] : NULL;
  out->high = band ? all[3] : NULL;
  out->n = d->n_names ? STEPS + 1 : 0;
}

/* Return the values of "row" but on the axis: "p = 4". */
static const char *row_name(const struct fit_charting *c, const double *row) {
  const struct lcm_fit_data *d = &c->series->data;
  lcm_buf buf = {0};
  for (size_t j = 0; j < d->n_names; j++)
    if (j != c->axis) {
      lcm_buf_printf(&buf, "%s%s = ", buf.len ? ", " : "", d->names[j]);
      lcm_buf_short(&buf, row[j], 6);
    }
  return buf.len ? lcm_ctx_text(c->f->ctx, &buf) : NULL;
}

typedef LCM_LIST(const double *) row_list;

/* Return the different values that the variables but that of the axis have. */
static row_list rows_of(const struct fit_charting *c) {
  const struct lcm_fit_data *d = &c->series->data;
  row_list rows = {0};
  for (size_t i = 0; i < d->n_points; i++) {
    bool known = false;
    for (size_t k = 0; k < rows.n && !known; k++)
      known = is_beside(c, i, rows.at[k]);
    if (!known)
      LCM_LIST_ADD(c->arena, &rows, &d->x[i * d->n_names]);
  }
  return rows;
}

/* Return "model" and how good it is, in a few words. */
static const char *evidence(const struct fit_charting *c,
                            const lcm_fit_model *model) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, model->formula);
  if (model->quality.freedom)
    lcm_buf_printf(&buf, ", R2 = %.4f", model->quality.r2);
  return lcm_ctx_text(c->f->ctx, &buf);
}

/* Return whether "model" depends on no variable but that of the axis. */
static bool is_of_axis(const struct fit_charting *c,
                       const lcm_fit_model *model) {
  const struct lcm_fit_data *d = &c->series->data;
  for (size_t j = 0; j < d->n_names; j++)
    if (j != c->axis &&
        (!model->expr || lcm_expr_has(model->expr, d->names[j])))
      return false;
  return true;
}

/* Fill in the one curve of "chart" for "model", which is the same whatever the
 * other variables are. */
static void draw_all(struct lcm_chart *chart, struct fit_charting *c,
                     const lcm_fit_model *model) {
  const struct lcm_fit_data *d = &c->series->data;
  struct lcm_curve *curve = LCM_NEW(c->arena, struct lcm_curve);
  double *x = LCM_NEW_ARRAY(c->arena, double, d->n_points + 1);
  for (size_t i = 0; i < d->n_points; i++)
    x[i] = d->n_names ? d->x[i * d->n_names + c->axis] : 0;
  take_curve(curve, c, model, d->x, true);
  curve->px = x;
  curve->py = d->y;
  curve->n_points = d->n_points;
  chart->curves = curve;
  chart->n_curves = 1;
  chart->subtitle = evidence(c, model);
}

/* Fill in the curves of "chart" for "model": one for each of a few of the rows.
 */
static void draw_rows(struct lcm_chart *chart, struct fit_charting *c,
                      const lcm_fit_model *model) {
  const row_list rows = rows_of(c);
  const size_t n = rows.n < MOST_CURVES ? rows.n : MOST_CURVES;
  struct lcm_curve *curves = LCM_NEW_ARRAY(c->arena, struct lcm_curve, n + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t k = n < 2 ? i : i * (rows.n - 1) / (n - 1);
    curves[i].name = row_name(c, rows.at[k]);
    take_points(&curves[i], c, rows.at[k]);
    if (model->expr)
      take_curve(&curves[i], c, model, rows.at[k], true);
  }
  chart->curves = curves;
  chart->n_curves = n;
  chart->subtitle = model->expr ? evidence(c, model) : model->no_model;
}

/* Fill in the curves of "chart" for the "n" forms of one variable at
 * "models": the best has its interval. */
static void draw_forms(struct lcm_chart *chart, struct fit_charting *c,
                       const lcm_fit_model *models, size_t n) {
  const double *row = c->series->data.x;
  struct lcm_curve *curves =
      LCM_NEW_ARRAY(c->arena, struct lcm_curve, MOST_FORMS);
  size_t k = 0;
  for (size_t i = 0; i < n && k < MOST_FORMS; i++) {
    if (!models[i].expr)
      continue;
    if (!k)
      take_points(&curves[k], c, row);
    take_curve(&curves[k], c, &models[i], row, !k);
    curves[k++].name = evidence(c, &models[i]);
  }
  chart->curves = curves;
  chart->n_curves = k;
}

/* Put the chart of the "n" models of one quantity at "models" into "out". */
static void draw(struct lcm_chart *out, const struct lcm_fit_session *f,
                 const lcm_fit_model *models, size_t n) {
  struct fit_charting c = {.f = f,
                           .arena = lcm_ctx_arena(f->ctx),
                           .series = lcm_fit_series_of(f, models)};
  const char *fragment = *models->fragment ? models->fragment : "the whole run";
  choose_axis(&c);
  *out = (struct lcm_chart){
      .title = lcm_arena_printf(c.arena, "%s: %s", models->category,
                                models->label ? models->label : fragment),
      .x_name = c.series->data.n_names ? c.series->data.names[c.axis] : "",
      .y_name = lcm_arena_printf(c.arena, "%s%s", models->category,
                                 models->unit ? " [s]" : ""),
      .x_log = c.log};
  if (f->request->classic && c.series->data.n_names == 1 && n > 1)
    draw_forms(out, &c, models, n);
  else if (models->expr && is_of_axis(&c, models))
    draw_all(out, &c, models);
  else
    draw_rows(out, &c, models);
}

/* A quantity that is to be drawn: its models from "first" on, and how much of
 * it there is. */
struct fit_quantity {
  size_t first;
  size_t n;
  double total;
};

/* Order quantities: the largest first. */
static int by_total(const void *a, const void *b) {
  const struct fit_quantity *x = a;
  const struct fit_quantity *y = b;
  if (x->total != y->total)
    return x->total < y->total ? 1 : -1;
  return (x->first > y->first) - (x->first < y->first);
}

lcm_status lcm_fit_write_chart(const struct lcm_fit_session *f,
                               const char *path) {
  lcm_ctx *ctx = f->ctx;
  LCM_LIST(struct fit_quantity) all = {0};
  for (size_t i = 0; i < f->fit->n_models; i++)
    if (f->fit->models[i].selected && f->totals[i] > 0)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all,
                   ((struct fit_quantity){i, 1, f->totals[i]}));
    else if (all.n && !f->fit->models[i].selected)
      all.at[all.n - 1].n++;
  if (all.n > 1)
    qsort(all.at, all.n, sizeof *all.at, by_total);
  const size_t n = all.n < MOST_CHARTS ? all.n : MOST_CHARTS;
  struct lcm_chart *charts =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_chart, n + 1);
  for (size_t i = 0; i < n; i++)
    draw(&charts[i], f, &f->fit->models[all.at[i].first], all.at[i].n);
  if (n < all.n)
    lcm_report(ctx, LCM_DIAG_LOST, (lcm_loc){lcm_intern(ctx, path), 0, 0, 0, 0},
               "lost: %zu smaller quantities are not in the picture",
               all.n - n);
  char *text = lcm_render_charts(ctx, charts, n);
  const lcm_status status =
      text ? lcm_file_write(ctx, path, text, strlen(text)) : LCM_ENOMEM;
  free(text);
  return status;
}
