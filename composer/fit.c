#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "composer/fit_search_internal.h"
#include "composer/student_internal.h"

/* One call of lcm_fit_data_models.
 * arena      what is not part of the result
 * solutions  forms fitted, best first in the end */
struct job {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const struct lcm_fit_data *data;
  const struct lcm_fit_options *options;
  const lcm_fit_model *base;
  struct lcm_fit_points points;
  LCM_LIST(struct lcm_fit_solution) solutions;
};

/* Return the number of the term of "s" that is the least distinguishable from
 * 0, all those being dropped whose interval has 0 in it; k where there is
 * none. */
static size_t find_superfluous(const struct lcm_fit_solution *s,
                               const struct lcm_fit_options *options) {
  const size_t k = s->form.k;
  if (!s->freedom || k < 2 || !s->form.linear)
    return k;
  double least =
      lcm_student_two_sided(lcm_fit_level(options->level), (double)s->freedom);
  size_t found = k;
  for (size_t j = 0; j < k; j++) {
    const double deviation = sqrt(s->covariance[j * k + j]);
    const double t = deviation > 0 ? fabs(s->beta[j]) / deviation : INFINITY;
    found = t <= least ? j : found;
    least = fmin(least, t);
  }
  return found;
}

/* Fit "form" and, unless terms are to be kept, the same without what cannot be
 * told from 0. */
static lcm_status solve(struct lcm_fit_solution *out, struct job *job,
                        const struct lcm_fit_form *form) {
  lcm_status status = lcm_fit_solve(out, job->ctx, job->arena, &job->points,
                                    form, job->options);
  while (!status && !job->options->keep_terms) {
    const size_t which = find_superfluous(out, job->options);
    if (which == out->form.k)
      break;
    struct lcm_fit_form less;
    status = lcm_fit_form_without(&less, job->ctx, &out->form, which);
    if (!status)
      status = lcm_fit_solve(out, job->ctx, job->arena, &job->points, &less,
                             job->options);
  }
  return status;
}

/* Return whether a form that is the same as "form" was fitted before. */
static bool is_known(const struct job *job, const struct lcm_fit_form *form) {
  for (size_t i = 0; i < job->solutions.n; i++)
    if (job->solutions.at[i].form.expr == form->expr)
      return true;
  return false;
}

/* Fit the form "text" and add it to the solutions, where it can be fitted. */
static lcm_status try_text(struct job *job, const char *text) {
  struct lcm_fit_form form;
  struct lcm_fit_solution solution;
  const lcm_status status = lcm_fit_form_read(
      &form, job->ctx, text, job->data->names, job->data->n_names);
  if (status)
    return status;
  if (!solve(&solution, job, &form) && !is_known(job, &solution.form))
    LCM_LIST_ADD(job->arena, &job->solutions, solution);
  return LCM_OK;
}

/* Try the "n" forms at "forms". */
static lcm_status try_all(struct job *job, const char *const *forms, size_t n) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++)
    status = try_text(job, forms[i]);
  return status;
}

/* Widen the covariance of the solution chosen by what choosing it leaves open:
 * the forms "found", "n" of them, that might be instead. */
static lcm_status widen(struct job *job, const lcm_fit_found_list *found,
                        size_t n) {
  double low[LCM_FIT_VARIABLES];
  double high[LCM_FIT_VARIABLES];
  const double level = lcm_fit_level(job->options->level);
  lcm_fit_corners(low, high, &job->points);
  return job->solutions.n
             ? lcm_fit_widen(&job->solutions.at[0], job->ctx, high,
                             lcm_fit_spread(found->at, n, level), level)
             : LCM_OK;
}

/* Search the normal form and add what was chosen to the solutions. */
static lcm_status try_search(struct job *job) {
  struct lcm_fit_space space;
  lcm_fit_found_list found = {0};
  lcm_fit_space_make(&space, job->arena, &job->points, SIZE_MAX);
  lcm_fit_search(&found, &space);
  lcm_fit_search_thresholds(&found, &space);
  const size_t n = lcm_fit_choose(&found, job->arena);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && i < (job->options->all ? 8 : 1) && !status; i++)
    status = try_text(job, lcm_fit_found_text(job->ctx, &found.at[i]));
  return status || !n ? status : widen(job, &found, n);
}

/* Compare two solutions: the likelier one first. */
static int by_score(const void *a, const void *b) {
  const struct lcm_fit_solution *x = a;
  const struct lcm_fit_solution *y = b;
  return (x->score < y->score) - (x->score > y->score);
}

/* Make the one model of "job" that says "why" there is none. */
static lcm_status refuse(const lcm_fit_model **out, size_t *n, struct job *job,
                         const char *why) {
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
                         struct job *job) {
  const size_t many = job->options->all ? job->solutions.n : 1;
  lcm_fit_model *models =
      LCM_NEW_ARRAY(lcm_ctx_arena(job->ctx), lcm_fit_model, many);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < many && !status; i++)
    status = lcm_fit_report(&models[i], job->ctx, &job->points,
                            &job->solutions.at[i], job->options, job->base, i);
  *out = models;
  *n = many;
  return status;
}

/* Return whether all values of "points" are 0. */
static bool is_zero(const struct lcm_fit_points *points) {
  for (size_t i = 0; i < points->n; i++)
    if (points->y[i] != 0)
      return false;
  return true;
}

/* Fit what is asked for. */
static lcm_status try_forms(struct job *job) {
  const struct lcm_fit_options *o = job->options;
  if (is_zero(&job->points) && !o->n_forms)
    return try_text(job, "0");
  if (o->n_forms)
    return try_all(job, o->forms, o->n_forms);
  lcm_status status = try_all(job, o->library, o->n_library);
  if (!status && o->search)
    return try_search(job);
  if (!status)
    status = try_text(job, "k1");
  return status;
}

/* Do what lcm_fit_data_models does. */
static lcm_status run(const lcm_fit_model **out, size_t *n, struct job *job) {
  lcm_fit_points_take(&job->points, job->arena, job->data, job->options);
  if (job->points.n < 2)
    return refuse(out, n, job,
                  job->points.n ? "a single measurement" : "no measurements");
  const lcm_status status = try_forms(job);
  if (status)
    return status;
  if (!job->solutions.n)
    return refuse(out, n, job,
                  "the points determine the coefficients of no "
                  "form");
  qsort(job->solutions.at, job->solutions.n, sizeof *job->solutions.at,
        by_score);
  return report(out, n, job);
}

lcm_status lcm_fit_data_models(const lcm_fit_model **out, size_t *n,
                               lcm_ctx *ctx, const struct lcm_fit_data *data,
                               const struct lcm_fit_options *options,
                               const lcm_fit_model *base) {
  lcm_arena arena = {.on_fail = lcm_ctx_arena(ctx)->on_fail,
                     .user = lcm_ctx_arena(ctx)->user};
  struct job job = {.ctx = ctx,
                    .arena = &arena,
                    .data = data,
                    .options = options,
                    .base = base};
  const lcm_status status = run(out, n, &job);
  lcm_arena_reset(&arena);
  return status;
}
