/* Comparing predictions with measurements: errors by fragment and category. */
#include "study/validate/validate.h"

#include <math.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "model/link/link.h"
#include "study/validate/cells.h"
#include "study/validate/home.h"
#include "study/validate/predicted.h"
#include "study/validate/sheet.h"

/* Return the node below "node" whose models were fitted to "fragment", NULL
 * without one. */
static const lcm_node *modelled(const lcm_node *node, const char *fragment) {
  for (size_t i = 0; i < node->n_models; i++)
    if (lcm_source_has(node->models[i].source, "fragment", fragment,
                       strlen(fragment)))
      return node;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *found = modelled(node->children[i], fragment);
    if (found)
      return found;
  }
  return NULL;
}

/* Put where its fragments and their models are in "program" into "sheet". */
static void sheet_locate(struct lcm_sheet *sheet, lcm_ctx *ctx,
                         const lcm_program *program) {
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
    const lcm_function *function = NULL;
    for (size_t i = 0; i < program->n_functions && !fragment->node; i++)
      if (program->functions[i].body && *fragment->name)
        fragment->node = modelled(program->functions[i].body, fragment->name);
    if (!fragment->node)
      fragment->node = lcm_place_find(&function, program, fragment->name);
  }
  lcm_sheet_find_homes(sheet, ctx, program);
}

/* What a search for what is left out has met. */
struct ignoring {
  struct lcm_sheet *sheet;
  const lcm_program *program;
  bool *called; /* functions[i]: an ignored node reaches it */
  bool inside;  /* the walk is below an ignored node */
};

static void look(struct ignoring *g, const lcm_node *node);

/* Look at the function that "node" calls. */
static void look_called(struct ignoring *g, const lcm_node *node) {
  for (size_t i = 0; i < g->program->n_functions; i++) {
    const lcm_function *f = &g->program->functions[i];
    if (!f->body || g->called[i] || strcmp(f->key, node->u.call.callee) != 0)
      continue;
    g->called[i] = true;
    look(g, f->body);
  }
}

/* Mark the fragments at "node" and below that are left out. */
static void look(struct ignoring *g, const lcm_node *node) {
  const bool before = g->inside;
  g->inside = before || node->ignored;
  for (size_t f = 0; g->inside && f < g->sheet->fragments.n; f++)
    if (g->sheet->fragments.at[f].node == node &&
        !g->sheet->fragments.at[f].seen)
      g->sheet->fragments.at[f].ignored = true;
  if (g->inside && node->kind == LCM_NODE_CALL && node->u.call.callee)
    look_called(g, node);
  for (size_t i = 0; i < node->n_children; i++)
    look(g, node->children[i]);
  g->inside = before;
}

/* Mark the fragments of "sheet" that `ignore` leaves out: ignored nodes, what
 * stands below them, and functions that only they call. */
static void sheet_ignore(struct lcm_sheet *sheet, lcm_ctx *ctx,
                         const lcm_program *program) {
  struct ignoring g = {.sheet = sheet, .program = program};
  g.called = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      look(&g, program->functions[i].body);
}

/* Return the half-width of the 90 % interval of "model" as a share of its value
 * at "point"; NAN where it has none, or depends on more than the variables. */
static double model_spread(lcm_ctx *ctx, const lcm_model *model,
                           const struct lcm_sheet_point *point) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = point->n_params;
  const lcm_coef *const *coefs = NULL;
  const size_t k = lcm_expr_coefs(&coefs, ctx, model->expr);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  double *values = LCM_NEW_ARRAY(arena, double, n + 1);
  double *gradient = LCM_NEW_ARRAY(arena, double, k + 1);
  double value = NAN;
  lcm_tape *tape = NULL;
  for (size_t i = 0; i < n; i++) {
    names[i] = point->params[i].name;
    values[i] = point->params[i].value;
  }
  const bool mute = lcm_ctx_mute(ctx, true);
  const bool fails = !k ||
                     lcm_expr_eval(&value, model->expr, point->params, n) ||
                     lcm_tape_compile(&tape, ctx, &model->expr, 1, names, n);
  lcm_ctx_mute(ctx, mute);
  if (fails || !(value != 0))
    return NAN;
  lcm_tape_gradient(tape, 0, values, coefs, k, gradient);
  return lcm_coef_half_width(ctx, coefs, gradient, k) / fabs(value);
}

/* A share of a run below which a category is nothing. */
static const double NOTHING = 1e-6;

/* A validation being made. */
struct making {
  lcm_ctx *ctx;
  struct lcm_sheet *sheet;
  const lcm_prediction *prediction;
  /* totals[i]: processor-seconds measured at point i, without what is
   * ignored */
  double *totals;
  double all; /* their sum */
  LCM_LIST(struct lcm_validation_row) rows;
};

/* Return the number of the record of the whole run among the fragments of
 * "sheet"; that of fragments where there is none. */
static size_t whole_of(const struct lcm_sheet *sheet) {
  size_t f = 0;
  while (f < sheet->fragments.n && *sheet->fragments.at[f].name)
    f++;
  return f;
}

/* Return the median of the values of a cell, 0 for none. */
static double cell(struct lcm_sheet *sheet, size_t i, size_t f, size_t c) {
  const double value =
      lcm_values_median(&sheet->cells[lcm_sheet_cell(sheet, i, f, c)]);
  return isnan(value) ? 0 : value;
}

/* Return what was measured of category "c" of fragment "f", and of those that
 * make one row with it, at point "i"; of the whole run without what is
 * ignored. */
static double measured(struct making *m, size_t i, size_t f, size_t c) {
  struct lcm_sheet *sheet = m->sheet;
  const bool whole = f == whole_of(sheet);
  double value = 0;
  for (size_t g = 0; g < sheet->fragments.n; g++) {
    const struct lcm_sheet_fragment *other = &sheet->fragments.at[g];
    value += other->into[c] == f ? cell(sheet, i, g, c) : 0;
    value -= whole && other->ignored ? cell(sheet, i, g, c) : 0;
  }
  return value;
}

/* Return the seconds of point "i" in which what is ignored was executed. */
static double ignored_seconds(struct making *m, size_t i) {
  struct lcm_sheet *sheet = m->sheet;
  double sum = 0;
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    const double seconds =
        lcm_values_median(&sheet->elapsed[i * sheet->fragments.n + f]);
    if (sheet->fragments.at[f].ignored && !isnan(seconds))
      sum += seconds;
  }
  return sum;
}

/* Add up what was measured at each point. */
static void add_totals(struct making *m) {
  struct lcm_sheet *sheet = m->sheet;
  const size_t whole = whole_of(sheet);
  m->totals = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), double, sheet->points.n + 1);
  for (size_t i = 0; i < sheet->points.n; i++) {
    for (size_t f = 0; f < sheet->fragments.n; f++)
      for (size_t c = 0; c < sheet->cats.n; c++)
        if (f == whole ||
            (whole == sheet->fragments.n && !sheet->fragments.at[f].ignored))
          m->totals[i] += measured(m, i, f, c);
    m->all += m->totals[i];
  }
}

/* Return by what share of "measured" it is off "predicted"; NAN where no time
 * was measured and some predicted. */
static double relative(double predicted, double measured) {
  if (measured > 0)
    return predicted / measured - 1;
  return predicted > 0 ? NAN : 0;
}

/* Return what was measured and predicted at point "i". */
static struct lcm_validation_point point_of(struct making *m, size_t i) {
  struct lcm_sheet *sheet = m->sheet;
  const lcm_point *predicted = &m->prediction->points[i];
  const size_t whole = whole_of(sheet);
  lcm_values none = {0};
  lcm_values *times = whole < sheet->fragments.n
                          ? &sheet->elapsed[i * sheet->fragments.n + whole]
                          : &none;
  const double ignored = ignored_seconds(m, i);
  const double median = lcm_values_median(times);
  const double elapsed = isnan(median) ? m->totals[i] / predicted->p : median;
  struct lcm_validation_point point = {
      .params = sheet->points.at[i].params,
      .n_params = sheet->points.at[i].n_params,
      .runs = times->n,
      .measured = isnan(median) ? elapsed : elapsed - ignored,
      .ignored = ignored,
      .predicted = predicted->time,
      .low = predicted->low,
      .high = predicted->high};
  point.least = times->n ? times->at[0] - ignored : point.measured;
  point.most = times->n ? times->at[times->n - 1] - ignored : point.measured;
  point.error = relative(point.predicted, point.measured);
  point.covered = point.low <= point.measured && point.measured <= point.high;
  return point;
}

/* Return the node that has the model of category "c" of "fragment", where there
 * is one. */
static const lcm_node *home_of(const struct lcm_sheet_fragment *fragment,
                               size_t c) {
  return fragment->homes[c] ? fragment->homes[c] : fragment->node;
}

/* Return how the fragment "f" and category "c" are predicted, in a word. */
static const char *model_word(const struct lcm_sheet_fragment *fragment,
                              const char *category, size_t c) {
  static const char *const WORDS[] = {"annotated", "around", "composed",
                                      "derived", "absent"};
  const lcm_node *home = home_of(fragment, c);
  if (!*fragment->name)
    return "composed";
  if (fragment->ignored)
    return "ignored";
  for (size_t i = 0;
       fragment->covering[c] == LCM_COVER_HERE && home && i < home->n_models;
       i++)
    if (home->models[i].provenance == LCM_PROV_MEASURED &&
        !strcmp(home->models[i].category, category))
      return "measured";
  return WORDS[fragment->covering[c]];
}

/* Count in "row" whether the interval of its "model" (or NULL) at point "i"
 * holds what was measured. */
static void count_interval(struct making *m, struct lcm_validation_row *row,
                           const lcm_model *model, size_t i) {
  const double measured = row->measured[i];
  const double predicted = row->predicted[i];
  const double spread =
      model ? model_spread(m->ctx, model, &m->sheet->points.at[i]) : NAN;
  if (isnan(spread))
    return;
  row->intervals++;
  row->covered += fabs(measured - predicted) <= spread * fabs(predicted);
}

/* Return the median of the "n" values at "values", which are sorted thereby;
 * NAN for none. */
static double median(double *values, size_t n) {
  lcm_values all = {values, n, n};
  return lcm_values_median(&all);
}

/* Fill in the errors of "row", which has its values and "model" (or NULL). */
static void add_errors(struct making *m, struct lcm_validation_row *row,
                       const lcm_model *model) {
  const size_t n = m->sheet->points.n;
  double *errors = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), double, 2 * n + 1);
  size_t k = 0;
  size_t of_run = 0;
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    const double measured = row->measured[i];
    const double off = fabs(row->predicted[i] - measured);
    const double nothing = NOTHING * m->totals[i];
    sum += measured;
    row->points += measured > nothing || row->predicted[i] > nothing;
    if (m->totals[i] > 0)
      errors[n + of_run++] = off / m->totals[i];
    if (measured > nothing)
      errors[k++] = off / measured;
    if (measured > nothing)
      count_interval(m, row, model, i);
  }
  row->share = m->all > 0 ? sum / m->all : 0;
  row->error = median(errors, k);
  row->worst = k ? errors[k - 1] : NAN;
  row->of_run = median(errors + n, of_run);
}

/* Return what people call "fragment", or NULL. */
static const char *label_of(const struct lcm_sheet_fragment *fragment) {
  const lcm_node *node = fragment->node;
  if (fragment->label || !node)
    return fragment->label;
  return node->name ? node->name : node->label;
}

/* Return where "fragment" begins: as measured, else in the program; NULL where
 * nobody knows. */
static const char *place_of(struct making *m,
                            const struct lcm_sheet_fragment *fragment) {
  const lcm_loc *loc = fragment->node ? &fragment->node->loc : NULL;
  return fragment->place || !loc || !loc->file || !loc->line
             ? fragment->place
             : lcm_arena_printf(lcm_ctx_arena(m->ctx), "%s:%u", loc->file,
                                loc->line);
}

/* Let "row", of category "c" of fragment "f", say of which others it has what
 * was measured. */
static void add_others(struct making *m, struct lcm_validation_row *row,
                       size_t f, size_t c) {
  LCM_LIST(const char *) with = {0};
  struct lcm_sheet *sheet = m->sheet;
  for (size_t g = 0; g < sheet->fragments.n; g++) {
    double sum = 0;
    for (size_t i = 0; i < sheet->points.n; i++)
      sum += cell(sheet, i, g, c);
    if (g != f && sheet->fragments.at[g].into[c] == f && sum > 0)
      LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &with, sheet->fragments.at[g].name);
  }
  row->with = with.at;
  row->n_with = with.n;
}

/* Add the row of category "c" of fragment "f" where it is something. */
static void add_row(struct making *m, size_t f, size_t c) {
  struct lcm_sheet *sheet = m->sheet;
  const size_t n = sheet->points.n;
  const struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  double *was = LCM_NEW_ARRAY(arena, double, n + 1);
  double *predicted = LCM_NEW_ARRAY(arena, double, n + 1);
  struct lcm_validation_row row = {.fragment = fragment->name,
                                   .place = place_of(m, fragment),
                                   .label = label_of(fragment),
                                   .category = sheet->cats.at[c],
                                   .measured = was,
                                   .predicted = predicted};
  for (size_t i = 0; i < n; i++) {
    was[i] = measured(m, i, f, c);
    predicted[i] = sheet->predicted[lcm_sheet_cell(sheet, i, f, c)];
  }
  row.model = model_word(fragment, row.category, c);
  add_others(m, &row, f, c);
  add_errors(m, &row, lcm_sheet_model(home_of(fragment, c), row.category));
  if (row.points)
    LCM_LIST_ADD(arena, &m->rows, row);
}

/* Return what fragment "f" was measured to cost at all points; the whole run
 * comes before everything. */
static double weight(struct lcm_sheet *sheet, size_t f) {
  double sum = 0;
  for (size_t i = 0; i < sheet->points.n; i++)
    for (size_t c = 0; c < sheet->cats.n; c++)
      sum += cell(sheet, i, f, c);
  return *sheet->fragments.at[f].name ? sum : INFINITY;
}

/* Return the numbers of the fragments, those that cost most first. */
static const size_t *by_weight(struct making *m) {
  struct lcm_sheet *sheet = m->sheet;
  const size_t n = sheet->fragments.n;
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  size_t *order = LCM_NEW_ARRAY(arena, size_t, n + 1);
  double *weights = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t f = 0; f < n; f++) {
    size_t at = f;
    weights[f] = weight(sheet, f);
    while (at > 0 && weights[order[at - 1]] < weights[f]) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = f;
  }
  return order;
}

/* Fill in the sums of "v" from its points and rows. */
static void summarise(struct making *m, lcm_validation *v) {
  double *errors =
      LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), double, v->n_points + 1);
  double elapsed = 0;
  size_t known = 0;
  for (size_t i = 0; i < v->n_points; i++) {
    const struct lcm_validation_point *point = &v->points[i];
    if (!isnan(point->error))
      errors[known++] = fabs(point->error);
    v->intervals += point->low < point->high;
    v->covered += point->low < point->high && point->covered;
    v->ignored += point->ignored;
    elapsed += point->measured + point->ignored;
  }
  v->error = median(errors, known);
  v->worst = known ? errors[known - 1] : NAN;
  v->ignored = elapsed > 0 ? v->ignored / elapsed : 0;
  for (size_t i = 0; i < v->n_rows; i++)
    if (!strcmp(v->rows[i].model, "derived") ||
        !strcmp(v->rows[i].model, "absent"))
      v->uncovered += v->rows[i].share;
}

/* Return the validation of what "m" has. */
static const lcm_validation *make(struct making *m) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const size_t n = m->sheet->points.n;
  struct lcm_validation_point *points =
      LCM_NEW_ARRAY(arena, struct lcm_validation_point, n + 1);
  lcm_validation *v = LCM_NEW(arena, lcm_validation);
  add_totals(m);
  for (size_t i = 0; i < n; i++)
    points[i] = point_of(m, i);
  const size_t *order = by_weight(m);
  for (size_t f = 0; f < m->sheet->fragments.n; f++)
    for (size_t c = 0; c < m->sheet->cats.n; c++)
      add_row(m, order[f], c);
  *v = (lcm_validation){.points = points,
                        .n_points = n,
                        .rows = m->rows.at,
                        .n_rows = m->rows.n,
                        .left_out = m->sheet->left_out};
  summarise(m, v);
  return v;
}

lcm_status lcm_validate(const lcm_validation **out, lcm_ctx *ctx,
                        const lcm_program *program, const lcm_measurements *all,
                        const struct lcm_predict_options *options) {
  struct lcm_sheet sheet = {0};
  struct making m = {.ctx = ctx, .sheet = &sheet};
  struct lcm_predict_options with_nodes = *options;
  lcm_sheet_fill(&sheet, ctx, all);
  if (!sheet.points.n) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "the measurements hold no run that can be used");
    return LCM_EUSAGE;
  }
  sheet_locate(&sheet, ctx, program);
  with_nodes.nodes = true;
  const lcm_status status = lcm_predict(
      &m.prediction, ctx, program, lcm_sheet_grid(ctx, &sheet), &with_nodes);
  if (status)
    return status;
  lcm_sheet_predict(&sheet, ctx, m.prediction);
  sheet_ignore(&sheet, ctx, program);
  *out = make(&m);
  return LCM_OK;
}
