#include <math.h>
#include <string.h>

#include "base/list.h"
#include "composer/experiment.h"

/* An experiment being fitted.
 * done   quantities that are
 * from, n   the quantities that are asked for */
struct fitting {
  lcm_ctx *ctx;
  const struct lcm_experiment_plan *plan;
  const lcm_measurements *all;
  size_t done;
  size_t n;
  LCM_LIST(lcm_fit_model) models;
  LCM_LIST(struct lcm_fit_fragment) fragments;
};

/* Return how "series" is to be fitted: with the typical forms of its category.
 */
static struct lcm_fit_options
options_for(const struct fitting *f,
            const struct lcm_experiment_series *series) {
  struct lcm_fit_options options = f->plan->options;
  const char *const *library = NULL;
  if (f->plan->forms && !options.n_forms) {
    options.n_library =
        lcm_forms_find(&library, f->ctx, f->plan->forms, series->base.category,
                       series->data.names, series->data.n_names);
    options.library = library;
  }
  return options;
}

/* Fit "series" into the models. */
static lcm_status fit_one(struct fitting *f,
                          const struct lcm_experiment_series *series) {
  const struct lcm_fit_options options = options_for(f, series);
  const lcm_fit_model *models = NULL;
  size_t n = 0;
  const lcm_status status = lcm_fit_data_models(
      &models, &n, f->ctx, &series->data, &options, &series->base);
  for (size_t i = 0; !status && i < n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->models, models[i]);
  f->done++;
  if (f->plan->progress)
    f->plan->progress(f->done, f->n, f->plan->user);
  return status;
}

/* Return the number that "one" counts: visits, or iterations in one visit. */
static double count_of(const lcm_measurement *one, bool iterations) {
  return iterations ? one->iterations / one->visits : one->visits;
}

/* Put the counts of the records of "series" that have some into "out", in the
 * memory of the context. */
static void count_series(struct fitting *f, struct lcm_experiment_series *out,
                         const struct lcm_experiment_series *series,
                         bool iterations) {
  const size_t n = series->data.n_points;
  const size_t k = series->data.n_names;
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  double *x = LCM_NEW_ARRAY(arena, double, n *k + 1);
  double *y = LCM_NEW_ARRAY(arena, double, n + 1);
  size_t m = 0;
  *out = *series;
  out->base.category = iterations ? "iterations" : "visits";
  out->base.unit = NULL;
  for (size_t i = 0; i < n; i++) {
    const double count = count_of(series->records[i], iterations);
    if (!isfinite(count))
      continue;
    for (size_t j = 0; j < k; j++)
      x[m * k + j] = series->data.x[i * k + j];
    y[m++] = count;
  }
  out->data.x = x;
  out->data.y = y;
  out->data.n_points = m;
}

/* Put the count of "series" into "*value" where it is the same in all runs,
 * else its model into "*model". */
static lcm_status count(struct fitting *f, double *value,
                        const lcm_fit_model **model,
                        const struct lcm_experiment_series *series,
                        bool iterations) {
  struct lcm_experiment_series counts;
  count_series(f, &counts, series, iterations);
  const size_t n = counts.data.n_points;
  bool same = n > 0;
  *value = NAN;
  for (size_t i = 1; same && i < n; i++)
    same = counts.data.y[i] == counts.data.y[0];
  if (same)
    *value = counts.data.y[0];
  if (same || !n)
    return LCM_OK;
  struct lcm_fit_options options = f->plan->options;
  options.forms = NULL;
  options.n_forms = 0;
  options.all = false;
  options.search = true;
  const char *const *library = NULL;
  if (f->plan->forms)
    options.n_library =
        lcm_forms_find(&library, f->ctx, f->plan->forms, counts.base.category,
                       counts.data.names, counts.data.n_names);
  options.library = library;
  const lcm_fit_model *models = NULL;
  size_t k = 0;
  const lcm_status status = lcm_fit_data_models(
      &models, &k, f->ctx, &counts.data, &options, &counts.base);
  *model = k ? models : NULL;
  return status;
}

/* Return how many different points "data" has. */
static size_t points_of(lcm_ctx *ctx, const struct lcm_fit_data *data) {
  size_t *keys = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, data->n_names + 1);
  for (size_t i = 0; i < data->n_names; i++)
    keys[i] = i;
  return lcm_data_distinct(ctx, data, keys, data->n_names);
}

/* Say what was seen of the fragment of "series". */
static lcm_status add_fragment(struct fitting *f,
                               const struct lcm_experiment_series *series) {
  struct lcm_fit_fragment fragment = {.fragment = series->base.fragment,
                                      .place = series->base.place,
                                      .label = series->base.label,
                                      .points =
                                          points_of(f->ctx, &series->data)};
  lcm_status status =
      count(f, &fragment.visits, &fragment.calls, series, false);
  if (!status)
    status = count(f, &fragment.iterations, &fragment.trips, series, true);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->fragments, fragment);
  return status;
}

/* Return "value" where "known" is the same or nothing was known before ("first"
 * record), else NULL. */
static const char *common(const char *known, const char *value, bool first) {
  if (first)
    return value;
  return known && value && !strcmp(known, value) ? known : NULL;
}

/* Put where and when the measurements were made into "fit": where that is the
 * same for all, and the last date. */
static void describe(lcm_fit *fit, const lcm_measurements *all) {
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    fit->machine = common(fit->machine, one->machine, !i);
    fit->affinity = common(fit->affinity, one->affinity, !i);
    fit->source = common(fit->source, one->file, !i);
    if (one->date && (!fit->date || strcmp(one->date, fit->date) > 0))
      fit->date = one->date;
  }
}

lcm_status lcm_experiment_fit(const lcm_fit **out, lcm_ctx *ctx,
                              const lcm_measurements *all,
                              const struct lcm_experiment_series *series,
                              size_t n,
                              const struct lcm_experiment_plan *plan) {
  struct fitting f = {.ctx = ctx, .plan = plan, .all = all, .n = n};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < n && !status; i++) {
    if (!i || series[i].base.fragment != series[i - 1].base.fragment)
      status = add_fragment(&f, &series[i]);
    if (!status)
      status = fit_one(&f, &series[i]);
  }
  lcm_fit *fit = LCM_NEW(lcm_ctx_arena(ctx), lcm_fit);
  *fit = (lcm_fit){.models = f.models.at,
                   .n_models = f.models.n,
                   .fragments = f.fragments.at,
                   .n_fragments = f.fragments.n};
  describe(fit, all);
  if (!status)
    *out = fit;
  return status;
}
