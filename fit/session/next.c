/* Which measurement helps a prediction most for what it costs: of the quantity
 * that is the least certain there, and by how much one more run narrows it. */
#include "fit/session/next.h"

#include <math.h>
#include <string.h>

#include "fit/predict.h"
#include "model/structure/structure.h"

/* How much narrower than now a prediction between the points is to become at
 * least. */
static const double WORTH = 0.02;

/* How many times larger than the largest value of a variable one is that is
 * thought of. */
static const double LARGER = 2;

/* Looking for a measurement. */
struct looking {
  struct lcm_fit_session *session;
  lcm_ctx *ctx;
  const lcm_grid *wanted;     /* the point of the prediction */
  const lcm_fit_model *model; /* the least certain there */
  double half;                /* of its interval there */
  bool beyond;                /* it lies beyond the points */
  struct lcm_fit_next *best;
  double gain; /* logarithm of how much narrower, over its cost */
};

/* Return the value of "name" at the point that is wanted, NaN for none. */
static double wanted_value(const struct looking *l, const char *name) {
  for (size_t j = 0; j < l->wanted->n_names; j++)
    if (!strcmp(l->wanted->names[j], name))
      return l->wanted->columns[j][0];
  return NAN;
}

/* Return the values of the variables of "model" at the point that is wanted,
 * NULL where one has none. */
static lcm_binding *wanted_at(const struct looking *l,
                              const lcm_fit_model *model) {
  lcm_binding *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_binding, model->n_variables + 1);
  for (size_t v = 0; v < model->n_variables; v++) {
    at[v].name = model->variables[v].name;
    at[v].value = wanted_value(l, at[v].name);
    if (isnan(at[v].value))
      return NULL;
  }
  return at;
}

/* Return whether "model" is of a part of the time: not of the whole run where
 * there are parts, nor of what is no time of its own. */
static bool is_part(const struct looking *l, const lcm_fit_model *model) {
  const lcm_fit *fit = l->session->fit;
  bool parts = false;
  for (size_t i = 0; i < fit->n_models; i++)
    parts = parts || *fit->models[i].fragment;
  return model->selected && model->n_coefficients && model->n_variables &&
         (*model->fragment || !parts) && strcmp(model->category, "time") != 0 &&
         strcmp(model->category, "tt") != 0;
}

/* Find the model that is the least certain at the point that is wanted;
 * LCM_EUSAGE, and a diagnostic, where a variable has no value there. */
static lcm_status find_model(struct looking *l) {
  const lcm_fit *fit = l->session->fit;
  for (size_t i = 0; i < fit->n_models; i++) {
    const lcm_fit_model *model = &fit->models[i];
    struct lcm_fit_predicted said;
    if (!is_part(l, model))
      continue;
    const lcm_binding *at = wanted_at(l, model);
    if (!at) {
      lcm_report(l->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                 "--for gives no value to a variable of the models");
      return LCM_EUSAGE;
    }
    if (lcm_fit_predict(&said, l->ctx, model, at, model->n_variables,
                        l->session->plan.options.level) ||
        !(said.high - said.value > l->half))
      continue;
    l->model = model;
    l->half = said.high - said.value;
  }
  return LCM_OK;
}

/* Return how long a run at the values "at" of the variables of the least
 * certain model takes: by the model of the whole run, else by that one. */
static double cost_of(const struct looking *l, const lcm_binding *at) {
  const lcm_fit *fit = l->session->fit;
  const size_t n = l->model->n_variables;
  struct lcm_fit_predicted said = {0};
  for (size_t i = 0; i < fit->n_models; i++)
    if (fit->models[i].selected && !*fit->models[i].fragment &&
        !strcmp(fit->models[i].category, "time") &&
        !lcm_fit_predict(&said, l->ctx, &fit->models[i], at, n, 0))
      return said.value;
  return lcm_fit_predict(&said, l->ctx, l->model, at, n, 0) ? NAN : said.value;
}

/* Consider one more run at the values "at". */
static void consider(struct looking *l, const lcm_binding *wanted,
                     const lcm_binding *at) {
  const lcm_fit_model *model = l->model;
  const size_t n = model->n_variables;
  struct lcm_fit_predicted said;
  if (lcm_fit_predict(&said, l->ctx, model, at, n, 0))
    return;
  const double noise =
      model->quality.deviation * (model->relative ? fabs(said.value) : 1);
  const double own = lcm_fit_covariance(l->ctx, model, wanted, wanted, n);
  const double with = lcm_fit_covariance(l->ctx, model, wanted, at, n);
  const double here =
      lcm_fit_covariance(l->ctx, model, at, at, n) + noise * noise;
  const double left = sqrt(fmax(0, 1 - with * with / (own * here)));
  const double cost = cost_of(l, at);
  const double gain = -log(fmax(left, 1e-3)) / cost;
  if (!(here > 0) || !(own > 0) || !(cost > 0) ||
      !(1 - left >= (l->beyond ? 0 : WORTH)) || !(gain > l->gain))
    return;
  l->gain = gain;
  lcm_binding *kept = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_binding, n + 1);
  memcpy(kept, at, n * sizeof *kept);
  l->best->at = kept;
  l->best->n = n;
  l->best->cost = cost;
}

/* Return whether the point that is "wanted" lies beyond what "model" was
 * measured at. */
static bool is_beyond(const lcm_fit_model *model, const lcm_binding *wanted) {
  for (size_t v = 0; v < model->n_variables; v++)
    if (wanted[v].value > model->variables[v].high)
      return true;
  return false;
}

/* Consider the points of "series" again or, where the prediction lies beyond
 * them, of which no repetition says what happens there, those that have a
 * larger value of one variable than all, up to the one that is wanted. */
static void consider_all(struct looking *l,
                         const struct lcm_experiment_series *series) {
  const lcm_fit_model *model = l->model;
  const size_t n = model->n_variables;
  const struct lcm_fit_data *data = &series->data;
  const lcm_binding *wanted = wanted_at(l, model);
  l->beyond = is_beyond(model, wanted);
  lcm_binding *at = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_binding, n + 1);
  for (size_t i = 0; i < data->n_points && n == data->n_names; i++) {
    for (size_t v = 0; v < n; v++)
      at[v] = (lcm_binding){model->variables[v].name, data->x[i * n + v]};
    if (!l->beyond)
      consider(l, wanted, at);
    for (size_t v = 0; v < n; v++) {
      const double own = at[v].value;
      at[v].value = fmin(LARGER * own, wanted[v].value);
      if (own == model->variables[v].high && at[v].value > own)
        consider(l, wanted, at);
      at[v].value = own;
    }
  }
}

/* Read "point" into the point that is wanted. */
static lcm_status read_point(struct looking *l, const char *point) {
  char *text = lcm_arena_strdup(lcm_ctx_arena(l->ctx), point);
  for (char *c = strchr(text, ','); c; c = strchr(c + 1, ','))
    *c = ' ';
  const char *spec = text;
  return lcm_grid_parse(&l->wanted, l->ctx, &spec, 1);
}

lcm_status lcm_fit_next(struct lcm_fit_session *session, const char *point) {
  lcm_arena *arena = lcm_ctx_arena(session->ctx);
  struct looking l = {.session = session, .ctx = session->ctx, .half = -1};
  lcm_status status = read_point(&l, point);
  if (!status)
    status = find_model(&l);
  if (status || !l.model)
    return status;
  l.best = LCM_NEW(arena, struct lcm_fit_next);
  l.best->wanted = lcm_arena_strdup(arena, point);
  l.best->fragment = l.model->fragment;
  l.best->category = l.model->category;
  l.best->half = l.half;
  consider_all(&l, lcm_fit_series_of(session, l.model));
  lcm_fit *fit = LCM_NEW(arena, lcm_fit);
  *fit = *session->fit;
  fit->next = l.best;
  session->fit = fit;
  return LCM_OK;
}
