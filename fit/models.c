/* Fitting one quantity: points, search, selection, report. */
#include "fit/models.h"
#include "composer/gsl/gsl_errors.h"
#include "fit/models_internal.h"
#include "fit/points.h"
#include "fit/report.h"
#include "fit/search/select.h"
#include "fit/suggest.h"

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
  models->regime = lcm_fit_regime(job);
  lcm_fit_suggest(models, job);
  return LCM_OK;
}

lcm_status lcm_fit_job_run(const lcm_fit_model **out, size_t *n,
                           struct lcm_fit_job *job) {
  lcm_fit_points_take(&job->points, job->arena, job->data, job->options);
  if (job->points.n < 2)
    return refuse(out, n, job,
                  job->points.n ? "a single measurement" : "no measurements");
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
