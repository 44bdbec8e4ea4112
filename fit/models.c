/* Fitting one quantity: points, search, selection, report.  Which points to
 * measure next, and where behaviour seems to change. */
#include "fit/models.h"

#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "composer/gsl/gsl_errors.h"
#include "fit/knee.h"
#include "fit/models_internal.h"
#include "fit/report.h"
#include "fit/search/choose.h"
#include "fit/search/select.h"
#include "fit/search/source.h"
#include "fit/search/space.h"
#include "fit/search/threshold.h"
#include "fit/spread.h"

/* A form less likely than the chosen one by that needs no telling apart. */
static const double UNLIKELY = 4;

/* How many deviations apart two forms can be told. */
static const double APART = 2;

/* Intervals wider than that, as a share of the value, are worth narrowing; to
 * what share of the width at least. */
static const double WIDE = 0.1;
static const double NARROWER = 0.8;

/* How far apart, as a factor, neighbouring values leave room for one more; how
 * many values of a variable tell forms apart. */
static const double GAP = 2.5;
enum { VALUES = 5, MOST = 3 };

/* A place where something could be measured. */
struct place {
  double x[LCM_FIT_ALL_VARIABLES]; /* of all variables */
  /* the one that is not at its largest value */
  size_t axis;
  double value;   /* there */
  double noise;   /* deviation of a measurement there */
  double *slopes; /* by the coefficients */
};

/* Looking for places. */
struct suggesting {
  struct lcm_fit_job *job;
  const struct lcm_fit_solution *solution;
  LCM_LIST(struct place) places;
  struct place beyond; /* the place that predictions are wanted for */
  /* the likeliest form with another power in the lead, or NULL */
  const struct lcm_fit_found *other;
  LCM_LIST(struct lcm_fit_suggestion) out;
};

/* Put value, noise and slopes of the chosen form into "place". */
static lcm_status look(const struct suggesting *s, struct place *place) {
  lcm_ctx *ctx = s->job->ctx;
  const struct lcm_fit_form *form = &s->solution->form;
  lcm_status status =
      lcm_fit_value_at(&place->value, ctx, form, s->solution->beta, place->x);
  place->slopes = LCM_NEW_ARRAY(s->job->arena, double, form->k + 1);
  if (!status)
    status = lcm_fit_slopes_at(place->slopes, ctx, form, s->solution->beta,
                               place->x);
  place->noise = sqrt(s->solution->variance *
                      lcm_fit_variance(&s->job->points, place->value));
  return status;
}

/* Add the place where all variables are at their largest values but "axis",
 * which is at "value", if the form has a value there. */
static void add_place(struct suggesting *s, const double *largest, size_t axis,
                      double value) {
  struct place place = {.axis = axis};
  memcpy(place.x, largest, s->job->points.n_names * sizeof *largest);
  place.x[axis] = value;
  if (!look(s, &place))
    LCM_LIST_ADD(s->job->arena, &s->places, place);
}

/* Add the places along "axis": twice the largest value, and between two that
 * are far apart. */
static void add_places(struct suggesting *s, const double *largest,
                       size_t axis) {
  const struct lcm_fit_points *points = &s->job->points;
  double *values = LCM_NEW_ARRAY(s->job->arena, double, points->groups + 1);
  const size_t n = lcm_fit_values(values, points, axis);
  if (n < 2)
    return;
  add_place(s, largest, axis, 2 * values[n - 1]);
  for (size_t i = 1; i < n; i++)
    if (values[i - 1] > 0 && values[i] > GAP * values[i - 1])
      add_place(s, largest, axis, round(sqrt(values[i] * values[i - 1])));
}

/* Return the values of all variables at "place". */
static const lcm_binding *bindings(const struct suggesting *s,
                                   const struct place *place) {
  const struct lcm_fit_points *points = &s->job->points;
  lcm_binding *at = LCM_NEW_ARRAY(lcm_ctx_arena(s->job->ctx), lcm_binding,
                                  points->n_names + 1);
  for (size_t v = 0; v < points->n_names; v++)
    at[v] =
        (lcm_binding){lcm_intern(s->job->ctx, points->names[v]), place->x[v]};
  return at;
}

/* Return the suggestion of "place" that there is, or NULL. */
static struct lcm_fit_suggestion *find_suggested(const struct suggesting *s,
                                                 const struct place *place) {
  for (size_t i = 0; i < s->out.n; i++) {
    bool same = true;
    for (size_t v = 0; v < s->out.at[i].n; v++)
      same = same && s->out.at[i].at[v].value == place->x[v];
    if (same)
      return &s->out.at[i];
  }
  return NULL;
}

/* Suggest "place", because of "why", or for that reason too. */
static void suggest(struct suggesting *s, const struct place *place,
                    lcm_buf *why) {
  const char *text = lcm_ctx_text(s->job->ctx, why);
  struct lcm_fit_suggestion *known = find_suggested(s, place);
  if (known)
    known->why = LCM_INTERN_JOINED(s->job->ctx, known->why, "; ", text);
  else if (s->out.n < MOST)
    LCM_LIST_ADD(lcm_ctx_arena(s->job->ctx), &s->out,
                 ((struct lcm_fit_suggestion){bindings(s, place),
                                              s->job->points.n_names, text}));
}

/* Suggest more values of variables that matter and have few, unless there are
 * nearly enough and no other form is likely. */
static void suggest_values(struct suggesting *s) {
  const struct lcm_fit_points *points = &s->job->points;
  double *values = LCM_NEW_ARRAY(s->job->arena, double, points->groups + 1);
  for (size_t i = 0; i < s->places.n; i++) {
    const struct place *place = &s->places.at[i];
    const size_t n = lcm_fit_values(values, points, place->axis);
    lcm_buf why = {0};
    if (n >= VALUES - !s->other || place->x[place->axis] < values[n - 1] ||
        !lcm_expr_has(s->solution->form.expr, points->names[place->axis]))
      continue;
    lcm_buf_printf(&why, "%s has %zu values, %d tell forms apart",
                   points->names[place->axis], n, VALUES);
    suggest(s, place, &why);
  }
}

/* Return by how many deviations of a measurement the chosen form and the other
 * one differ at "place", and put the difference as a share into "*share". */
static double distance(const struct suggesting *s, const struct place *place,
                       double *share) {
  double value = 0;
  double x[LCM_FIT_VARIABLES];
  const struct lcm_fit_points *varying = &s->job->varying;
  for (size_t v = 0, u = 0; u < varying->n_names; v++)
    if (s->job->points.names[v] == varying->names[u])
      x[u++] = place->x[v];
  if (lcm_fit_found_value(&value, s->job->arena, s->other, x))
    return 0;
  const double off = fabs(value - place->value);
  *share = off / fmax(fabs(place->value), 1e-300);
  return off / fmax(place->noise, 1e-9 * fabs(place->value));
}

/* Suggest where the two likeliest forms differ most. */
static void suggest_apart(struct suggesting *s) {
  const struct place *best = NULL;
  double most = APART;
  double share = 0;
  for (size_t i = 0; i < s->places.n && s->other; i++) {
    double part = 0;
    const double d = distance(s, &s->places.at[i], &part);
    if (d <= most)
      continue;
    best = &s->places.at[i];
    most = d;
    share = part;
  }
  lcm_buf why = {0};
  if (!best)
    return;
  lcm_buf_printf(&why, "tells %s from %s: they differ by %.2g %% there",
                 s->solution->form.text,
                 lcm_fit_found_text(s->job->ctx, s->other), 100 * share);
  suggest(s, best, &why);
}

/* Return the product of the slopes "a" and "b" over the covariance. */
static double product(const struct suggesting *s, const double *a,
                      const double *b) {
  const size_t k = s->solution->form.k;
  double sum = 0;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      sum += a[i] * s->solution->covariance[i * k + j] * b[j];
  return sum;
}

/* Suggest the place that narrows the interval beyond the points most. */
static void suggest_narrower(struct suggesting *s) {
  const struct place *best = NULL;
  double least = NARROWER;
  const double own = product(s, s->beyond.slopes, s->beyond.slopes);
  const double t = lcm_student_two_sided(lcm_fit_level(s->job->options->level),
                                         (double)s->solution->freedom);
  if (t * sqrt(own) < WIDE * fabs(s->beyond.value))
    return;
  for (size_t i = 0; i < s->places.n; i++) {
    const struct place *place = &s->places.at[i];
    const double with = product(s, s->beyond.slopes, place->slopes);
    const double here =
        product(s, place->slopes, place->slopes) + place->noise * place->noise;
    const double left = sqrt(fmax(0, 1 - with * with / (here * own)));
    best = left < least ? place : best;
    least = fmin(least, left);
  }
  lcm_buf why = {0};
  if (!best)
    return;
  lcm_buf_printf(&why,
                 "makes the interval at four times the largest values %.0f %% "
                 "narrower",
                 100 * (1 - least));
  suggest(s, best, &why);
}

/* Return the likeliest form of "job" that has another power in the lead than
 * the chosen one and is not much less likely, NULL for none, or where a form of
 * the library was chosen. */
static const struct lcm_fit_found *find_other(const struct lcm_fit_job *job) {
  const struct lcm_fit_found *all = job->found.at;
  if (job->n_found && strcmp(lcm_fit_found_text(job->ctx, &all[0]),
                             job->solutions.at[0].form.text) != 0)
    return NULL;
  for (size_t i = 1; i < job->n_found; i++)
    if (memcmp(all[i].lead, all[0].lead, LCM_FIT_VARIABLES) &&
        all[i].score > all[0].score - UNLIKELY)
      return &all[i];
  return NULL;
}

/* Put the places to think of into "s"; return whether the form has a value
 * beyond the points. */
static bool find_places(struct suggesting *s) {
  const struct lcm_fit_points *points = &s->job->points;
  double low[LCM_FIT_ALL_VARIABLES];
  double largest[LCM_FIT_ALL_VARIABLES];
  lcm_fit_corners(low, s->beyond.x, points);
  for (size_t v = 0; v < points->n_names; v++)
    largest[v] = s->beyond.x[v] / LCM_FIT_BEYOND;
  for (size_t v = 0; v < points->n_names; v++)
    add_places(s, largest, v);
  return look(s, &s->beyond) == LCM_OK;
}

/* Put what would help to know "model", the first solution of "job", better into
 * it: measurements to make. */
static void lcm_fit_suggest(lcm_fit_model *model, struct lcm_fit_job *job) {
  struct suggesting s = {
      .job = job, .solution = &job->solutions.at[0], .other = find_other(job)};
  if (!s.solution->form.k || !s.solution->freedom || !find_places(&s))
    return;
  suggest_values(&s);
  suggest_apart(&s);
  suggest_narrower(&s);
  model->suggestions = s.out.at;
  model->n_suggestions = s.out.n;
}

/* Return in words that what is 0 most of the time has only its mean for a
 * model, NULL where that is not so. */
static const char *describe_mean(const struct lcm_fit_job *job) {
  const struct lcm_fit_points *points = &job->points;
  const struct lcm_fit_solution *s = &job->solutions.at[0];
  size_t zeros = 0;
  if (!points->sparse || s->form.k != 1 || !s->form.constant)
    return NULL;
  for (size_t i = 0; i < points->n; i++)
    zeros += points->y[i] == 0;
  lcm_buf text = {0};
  lcm_buf_printf(&text,
                 "%zu of %zu measurements are 0, and nothing tells which: the "
                 "model is the mean",
                 zeros, points->n);
  return lcm_ctx_text(job->ctx, &text);
}

/* Return in words that two curves say better what was measured than the model,
 * NULL where that is not so. */
static const char *describe_knee(const struct lcm_fit_job *job) {
  const struct lcm_fit_points *points = &job->varying;
  const size_t g = lcm_fit_knee(points, job->solutions.at[0].fitted);
  lcm_buf text = {0};
  if (!g)
    return NULL;
  lcm_buf_printf(&text, "between %s = ", points->names[0]);
  lcm_buf_short(&text, points->at[g - 1], 6);
  lcm_buf_puts(&text, " and ");
  lcm_buf_short(&text, points->at[g], 6);
  lcm_buf_printf(&text,
                 " the behaviour changes: fit the runs below and above apart "
                 "(-x \"%s<=",
                 points->names[0]);
  lcm_buf_short(&text, points->at[g - 1], 6);
  lcm_buf_puts(&text, "\")");
  return lcm_ctx_text(job->ctx, &text);
}

/* Return in words where the chosen form changes its coefficient, or that it is
 * the mean of what is mostly 0; NULL where there is nothing to say. */
static const char *lcm_fit_regime(struct lcm_fit_job *job) {
  const struct lcm_fit_solution *s = &job->solutions.at[0];
  const char *mean = describe_mean(job);
  if (mean)
    return mean;
  const struct lcm_fit_found *found = job->found.at;
  if (!job->n_found || found->kind != LCM_FIT_STEP || s->form.k != 2)
    return describe_knee(job);
  lcm_buf text = {0};
  const char *name = job->varying.names[found->axis];
  lcm_buf_printf(&text, "between %s = ", name);
  lcm_buf_short(&text, found->split, 6);
  lcm_buf_puts(&text, " and ");
  lcm_buf_short(&text, found->next, 6);
  lcm_buf_puts(&text, " the behaviour changes: beyond, it takes ");
  lcm_buf_short(&text, s->beta[1] / s->beta[0], 3);
  lcm_buf_puts(&text, " times what it would take by the values below");
  return lcm_ctx_text(job->ctx, &text);
}

/* Make the one model of "job" that says "why" there is none. */
static lcm_status refuse(const lcm_fit_model **out, size_t *n,
                         struct lcm_fit_job *job, const char *why) {
  lcm_fit_model *model = LCM_NEW(lcm_ctx_arena(job->ctx), lcm_fit_model);
  *model = *job->base;
  model->no_model = why;
  model->selected = true;
  model->quality.points = job->points.n;
  *out = model;
  *n = 1;
  return LCM_OK;
}

/* Report the solutions of "job". */
static lcm_status report(const lcm_fit_model **out, size_t *n,
                         struct lcm_fit_job *job) {
  const size_t many = job->options->all ? job->solutions.n : 1;
  lcm_fit_model *models =
      LCM_NEW_ARRAY(lcm_ctx_arena(job->ctx), lcm_fit_model, many);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < many && !status; i++)
    status = lcm_fit_report(&models[i], job, i);
  *out = models;
  *n = many;
  if (status || job->options->n_forms)
    return status;
  lcm_fit_source_compare(models, job);
  models->regime = lcm_fit_regime(job);
  models->knee = models->regime &&
                 lcm_fit_knee(&job->varying, job->solutions.at[0].fitted);
  lcm_fit_suggest(models, job);
  return LCM_OK;
}

lcm_status lcm_fit_job_run(const lcm_fit_model **out, size_t *n,
                           struct lcm_fit_job *job) {
  lcm_fit_points_take(&job->points, job->arena, job->data, job->options);
  if (job->points.n < 2)
    return refuse(out, n, job,
                  job->points.n ? "a single measurement" : "no measurements");
  if (job->points.n_names > LCM_FIT_ALL_VARIABLES)
    return refuse(out, n, job, "more than 64 variables");
  lcm_fit_points_varying(&job->varying, job->arena, &job->points);
  const lcm_status status = lcm_fit_select(job);
  if (status)
    return status;
  return job->no_model ? refuse(out, n, job, job->no_model)
                       : report(out, n, job);
}

lcm_status lcm_fit_data_models(const lcm_fit_model **out, size_t *n,
                               lcm_ctx *ctx, const struct lcm_fit_data *data,
                               const struct lcm_fit_options *options,
                               const lcm_fit_model *base) {
  lcm_arena arena = {.on_fail = lcm_ctx_arena(ctx)->on_fail,
                     .user = lcm_ctx_arena(ctx)->user};
  struct lcm_fit_job job = {.ctx = ctx,
                            .arena = &arena,
                            .data = data,
                            .options = options,
                            .base = base};
  lcm_gsl_handler *const before = lcm_gsl_silence();
  const lcm_status status = lcm_fit_job_run(out, n, &job);
  lcm_gsl_restore(before);
  lcm_arena_reset(&arena);
  return status;
}
