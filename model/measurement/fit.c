/* Fitted models as JSON (lcm-fit/1). */
#include "model/measurement/fit.h"

#include <math.h>

#include "base/json_print.h"
#include "model/measurement/fit_internal.h"

/* Put "text" into "object", nothing for NULL. */
static void set_text(lcm_json *object, const char *key, const char *text) {
  if (text)
    lcm_json_set(object, key, lcm_json_string(text));
}

/* Put "text" into "object", null for NULL. */
static void set_text_or_null(lcm_json *object, const char *key,
                             const char *text) {
  lcm_json_set(object, key, lcm_json_string(text));
}

/* Put "value" into "object", null where it is not finite. */
static void set_number(lcm_json *object, const char *key, double value) {
  lcm_json_set(object, key, lcm_json_real(value));
}

/* Return the coefficients of "model". */
static lcm_json *coefficients_json(const lcm_fit_model *model) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < model->n_coefficients; i++) {
    const struct lcm_fit_coefficient *c = &model->coefficients[i];
    lcm_json *json = lcm_json_object();
    set_text(json, "name", c->name);
    set_number(json, "value", c->value);
    set_number(json, "low", c->low);
    set_number(json, "high", c->high);
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the covariance of "model" as a list of rows. */
static lcm_json *covariance_json(const lcm_fit_model *model) {
  lcm_json *list = lcm_json_array();
  const size_t n = model->n_coefficients;
  for (size_t i = 0; model->covariance && i < n; i++) {
    lcm_json *row = lcm_json_array();
    for (size_t j = 0; j < n; j++)
      lcm_json_add(row, lcm_json_real(model->covariance[i * n + j]));
    lcm_json_add(list, row);
  }
  return list;
}

/* Return the variables of "model". */
static lcm_json *variables_json(const lcm_fit_model *model) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < model->n_variables; i++) {
    const struct lcm_fit_range *v = &model->variables[i];
    lcm_json *json = lcm_json_object();
    set_text(json, "name", v->name);
    set_number(json, "low", v->low);
    set_number(json, "high", v->high);
    set_number(json, "values", (double)v->values);
    lcm_json_add(list, json);
  }
  return list;
}

/* Return what would be worth measuring. */
static lcm_json *suggestions_json(const lcm_fit_model *model) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < model->n_suggestions; i++) {
    const struct lcm_fit_suggestion *s = &model->suggestions[i];
    lcm_json *json = lcm_json_object();
    lcm_json *at = lcm_json_object();
    for (size_t k = 0; k < s->n; k++)
      set_number(at, s->at[k].name, s->at[k].value);
    lcm_json_set(json, "at", at);
    set_text(json, "why", s->why);
    lcm_json_add(list, json);
  }
  return list;
}

/* Put how well "model" describes its points into "json". */
static void set_quality(lcm_json *json, const lcm_fit_model *model) {
  const struct lcm_fit_quality *q = &model->quality;
  const bool none = !model->expr;
  set_number(json, "r2", none ? NAN : q->r2);
  set_number(json, "adjusted_r2", none ? NAN : q->adjusted_r2);
  set_number(json, "smape", none ? NAN : q->smape);
  set_number(json, "cv_smape", none ? NAN : q->cv_smape);
  set_number(json, "deviation", none ? NAN : q->deviation);
  set_number(json, "points", (double)q->points);
  set_number(json, "freedom", (double)q->freedom);
  set_number(json, "outliers", (double)q->outliers);
}

/* Return "model". */
static lcm_json *model_json(const lcm_fit_model *model) {
  lcm_json *json = lcm_json_object();
  set_text(json, "fragment", model->fragment ? model->fragment : "");
  set_text(json, "place", model->place);
  set_text(json, "label", model->label);
  set_text(json, "category", model->category ? model->category : "");
  set_text_or_null(json, "unit", model->unit);
  set_text_or_null(json, "form", model->form);
  set_text_or_null(json, "formula", model->formula);
  lcm_json_set(json, "coefficients", coefficients_json(model));
  lcm_json_set(json, "covariance", covariance_json(model));
  lcm_json_set(json, "variables", variables_json(model));
  set_quality(json, model);
  lcm_json_set(json, "relative", lcm_json_bool(model->relative));
  lcm_json_set(json, "selected", lcm_json_bool(model->selected));
  set_text(json, "no_model", model->no_model);
  set_text(json, "regime", model->regime);
  if (model->n_suggestions)
    lcm_json_set(json, "suggestions", suggestions_json(model));
  return json;
}

/* Return what was seen of a fragment. */
static lcm_json *fragment_json(const struct lcm_fit_fragment *fragment) {
  lcm_json *json = lcm_json_object();
  set_text(json, "fragment", fragment->fragment ? fragment->fragment : "");
  set_text(json, "place", fragment->place);
  set_text(json, "label", fragment->label);
  set_number(json, "visits", fragment->visits);
  set_number(json, "iterations", fragment->iterations);
  set_number(json, "points", (double)fragment->points);
  if (fragment->trips)
    lcm_json_set(json, "trips", model_json(fragment->trips));
  if (fragment->calls)
    lcm_json_set(json, "calls", model_json(fragment->calls));
  return json;
}

LCM_GIVE char *lcm_fit_to_json(lcm_ctx *ctx, const lcm_fit *fit) {
  lcm_json *document = lcm_json_object();
  lcm_json *fragments = lcm_json_array();
  lcm_json *models = lcm_json_array();
  (void)ctx;
  set_text(document, "schema", LCM_FIT_SCHEMA);
  set_text(document, "source", fit->source);
  set_text(document, "machine", fit->machine);
  set_text(document, "affinity", fit->affinity);
  set_text(document, "date", fit->date);
  if (fit->common > 0)
    set_number(document, "common", fit->common);
  for (size_t i = 0; i < fit->n_fragments; i++)
    lcm_json_add(fragments, fragment_json(&fit->fragments[i]));
  for (size_t i = 0; i < fit->n_models; i++)
    lcm_json_add(models, model_json(&fit->models[i]));
  lcm_json_set(document, "fragments", fragments);
  lcm_json_set(document, "models", models);
  return lcm_json_print(document);
}
