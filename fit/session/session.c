/* Fits what files of measurements have, and warns about what is left out or
 * in doubt.  Files of measurements. */
#include "fit/session/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "fit/experiment/fit.h"
#include "fit/predict.h"
#include "fit/session/plan.h"
#include "fit/session/sum.h"

/* Read the measurements in file "name" and append them to "all". */
static lcm_status read_file(lcm_measurements *all, lcm_ctx *ctx,
                            const char *name,
                            const struct lcm_measured_as *as) {
  char *text = NULL;
  size_t len = 0;
  lcm_measurements more = {NULL, 0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_status status = lcm_file_read(&text, &len, ctx, name);
  if (status)
    return status;
  status = lcm_measurements_read(
      &more, ctx, &(struct lcm_measured_file){name, text, len}, as);
  lcm_measurement *joined =
      LCM_NEW_ARRAY(arena, lcm_measurement, all->n + more.n + 1);
  for (size_t i = 0; i < all->n; i++)
    joined[i] = all->at[i];
  for (size_t i = 0; i < more.n; i++)
    joined[all->n + i] = more.at[i];
  *all = (lcm_measurements){joined, all->n + more.n};
  return status;
}

lcm_status lcm_fit_read(lcm_measurements *out, lcm_ctx *ctx,
                        const char *const *files, size_t n,
                        const struct lcm_measured_as *as) {
  lcm_status status = LCM_OK;
  *out = (lcm_measurements){NULL, 0};
  for (size_t i = 0; i < n; i++) {
    const lcm_status one = read_file(out, ctx, files[i], as);
    status = status == LCM_OK || one == LCM_EIO ? one : status;
  }
  return status == LCM_EPARSE && out->n ? LCM_OK : status;
}

/* Warn that "n" measurements of a fragment, at most, are "what"; nothing for
 * none. */
static void warn_of(const struct lcm_fit_session *f, size_t n,
                    const char *what) {
  const lcm_loc at = {f->measured.at[0].file, 0, 0, 0, 0};
  if (n)
    lcm_report(f->ctx, LCM_DIAG_UNFIT, at,
               "%zu measurement%s of a fragment %s %s", n, n == 1 ? "" : "s",
               n == 1 ? "is" : "are", what);
}

/* Note how many measurements are left out because the source ignores what was
 * measured. */
static void note_ignored(const struct lcm_fit_session *f) {
  const size_t n = lcm_experiment_ignored(&f->measured, &f->plan);
  if (n)
    lcm_report(f->ctx, LCM_DIAG_IGNORED,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%zu measurement%s left out: the source ignores what %s "
               "measured",
               n, n == 1 ? " is" : "s are", n == 1 ? "it" : "they");
}

/* Warn that the "n" variables of a quantity are more than the search takes. */
static void warn_of_variables(const struct lcm_fit_session *f, size_t n) {
  const struct lcm_fit_options *options = &f->plan.options;
  if (n > LCM_FIT_MOST_VARIABLES && options->search && !options->n_forms)
    lcm_report(f->ctx, LCM_DIAG_VARIABLES,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%zu variables vary, and models are searched over %d at most: "
               "name them by -v, or keep the others fixed by -x",
               n, LCM_FIT_MOST_VARIABLES);
}

/* Warn about what the quantities of "f" leave out or have in doubt. */
static void warn(const struct lcm_fit_session *f) {
  size_t skipped = 0;
  size_t doubtful = 0;
  size_t cut = 0;
  size_t variables = 0;
  const char *const *confounded = NULL;
  for (size_t i = 0; i < f->n; i++) {
    const struct lcm_experiment_series *s = &f->series[i];
    skipped = s->skipped > skipped ? s->skipped : skipped;
    doubtful = s->doubtful > doubtful ? s->doubtful : doubtful;
    cut = s->cut > cut ? s->cut : cut;
    variables = s->data.n_names > variables ? s->data.n_names : variables;
    if (s->confounded[0] && !confounded)
      confounded = s->confounded;
  }
  warn_of(f, skipped, "left out: there is no value of a variable");
  warn_of(f, cut, "left out: the run was cut short");
  warn_of(f, doubtful, "doubtful: see the flags");
  warn_of_variables(f, variables);
  if (confounded)
    lcm_report(f->ctx, LCM_DIAG_CONFOUNDED,
               (lcm_loc){f->measured.at[0].file, 0, 0, 0, 0},
               "%s and %s always change together: which of them matters cannot "
               "be told",
               confounded[0], confounded[1]);
}

const struct lcm_experiment_series *
lcm_fit_series_of(const struct lcm_fit_session *f, const lcm_fit_model *model) {
  for (size_t i = 0; i < f->n; i++)
    if (f->series[i].base.fragment == model->fragment &&
        f->series[i].base.category == model->category)
      return &f->series[i];
  return &f->series[0];
}

/* Return the half-width of the interval of "model" at the largest values of its
 * variables, over the value there. */
static double width_of(const struct lcm_fit_session *f,
                       const lcm_fit_model *model) {
  lcm_ctx *ctx = f->ctx;
  lcm_binding *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, model->n_variables + 1);
  struct lcm_fit_predicted end = {NAN, NAN, NAN};
  for (size_t i = 0; i < model->n_variables; i++)
    at[i] = (lcm_binding){model->variables[i].name, model->variables[i].high};
  if (!model->expr || !model->n_coefficients ||
      lcm_fit_predict(&end, ctx, model, at, model->n_variables,
                      f->plan.options.level) ||
      !(fabs(end.value) > 0))
    return NAN;
  return (end.high - end.low) / 2 / fabs(end.value);
}

/* Put the totals and widths of the models of "f" where they belong. */
static void measure(struct lcm_fit_session *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const size_t n = f->fit->n_models;
  size_t s = 0;
  f->totals = LCM_NEW_ARRAY(arena, double, n + 1);
  f->widths = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_fit_model *model = &f->fit->models[i];
    while (s < f->n && (f->series[s].base.fragment != model->fragment ||
                        f->series[s].base.category != model->category))
      s++;
    f->totals[i] = s < f->n ? f->series[s].total : 0;
    f->widths[i] = model->selected ? width_of(f, model) : NAN;
  }
}

/* Fit what was read. */
static lcm_status fit_measured(struct lcm_fit_session *f) {
  const struct lcm_fit_request *request = f->request;
  lcm_status status = lcm_fit_plan(f);
  if (status)
    return status;
  f->n = lcm_experiment_series_of(&f->series, f->ctx, &f->measured, &f->plan);
  note_ignored(f);
  if (!f->n) {
    lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "no measurement is left to fit: -x, --fragment and what the "
               "source ignores leave all of them out");
    return LCM_EUSAGE;
  }
  warn(f);
  if (request->consult && (status = request->consult(f, request->source)))
    return status;
  if (request->progress && f->n >= request->many) {
    f->plan.progress = request->progress;
    f->plan.user = request->user;
  }
  status = lcm_experiment_fit(&f->fit, f->ctx, &f->measured, f->series, f->n,
                              &f->plan);
  if (!status)
    measure(f);
  return status ? status : lcm_fit_sum_up(f);
}

lcm_status lcm_fit_session(struct lcm_fit_session *out, lcm_ctx *ctx,
                           const struct lcm_fit_request *request) {
  *out = (struct lcm_fit_session){.ctx = ctx, .request = request};
  const lcm_status status = lcm_fit_read(&out->measured, ctx, request->files,
                                         request->n_files, &request->as);
  return status || !out->measured.n ? status : fit_measured(out);
}
