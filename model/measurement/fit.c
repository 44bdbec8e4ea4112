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

/* Return the coefficient "at". */
static lcm_json *coefficient_json(const void *at) {
  const struct lcm_fit_coefficient *c = at;
  lcm_json *json = lcm_json_object();
  set_text(json, "name", c->name);
  LCM_JSON_PUT(json, {"value", LCM_JSON(c->value)}, {"low", LCM_JSON(c->low)},
               {"high", LCM_JSON(c->high)});
  return json;
}

/* Return the covariance of "model" as a list of rows. */
static lcm_json *covariance_json(const lcm_fit_model *model) {
  lcm_json *list = lcm_json_array();
  const size_t n = model->n_coefficients;
  for (size_t i = 0; model->covariance && i < n; i++)
    lcm_json_add(list, lcm_json_reals(&model->covariance[i * n], n));
  return list;
}

/* Return the variable "at". */
static lcm_json *variable_json(const void *at) {
  const struct lcm_fit_range *v = at;
  lcm_json *json = lcm_json_object();
  set_text(json, "name", v->name);
  LCM_JSON_PUT(json, {"low", LCM_JSON(v->low)}, {"high", LCM_JSON(v->high)},
               {"values", LCM_JSON(v->values)});
  return json;
}

/* Return the suggestion "at". */
static lcm_json *suggestion_json(const void *at) {
  const struct lcm_fit_suggestion *s = at;
  lcm_json *json = lcm_json_object();
  lcm_json *there = lcm_json_object();
  for (size_t k = 0; k < s->n; k++)
    lcm_json_set(there, s->at[k].name, lcm_json_real(s->at[k].value));
  lcm_json_set(json, "at", there);
  set_text(json, "why", s->why);
  return json;
}

/* Put how well "model" describes its points into "json". */
static void set_quality(lcm_json *json, const lcm_fit_model *model) {
  const struct lcm_fit_quality *q = &model->quality;
  const bool none = !model->expr;
  LCM_JSON_PUT(json, {"r2", LCM_JSON(none ? NAN : q->r2)},
               {"adjusted_r2", LCM_JSON(none ? NAN : q->adjusted_r2)},
               {"smape", LCM_JSON(none ? NAN : q->smape)},
               {"cv_smape", LCM_JSON(none ? NAN : q->cv_smape)},
               {"deviation", LCM_JSON(none ? NAN : q->deviation)},
               {"points", LCM_JSON(q->points)},
               {"freedom", LCM_JSON(q->freedom)},
               {"outliers", LCM_JSON(q->outliers)});
}

/* Return the model "at". */
static lcm_json *model_json(const void *at) {
  const lcm_fit_model *model = at;
  lcm_json *json = lcm_json_object();
  set_text(json, "fragment", model->fragment ? model->fragment : "");
  set_text(json, "place", model->place);
  set_text(json, "label", model->label);
  set_text(json, "category", model->category ? model->category : "");
  LCM_JSON_PUT(
      json, {"unit", LCM_JSON(model->unit)}, {"form", LCM_JSON(model->form)},
      {"formula", LCM_JSON(model->formula)},
      {"coefficients", LCM_JSON_LIST(coefficient_json, model->coefficients,
                                     model->n_coefficients)},
      {"covariance", covariance_json(model)},
      {"variables",
       LCM_JSON_LIST(variable_json, model->variables, model->n_variables)});
  set_quality(json, model);
  LCM_JSON_PUT(json, {"relative", LCM_JSON(model->relative)},
               {"selected", LCM_JSON(model->selected)});
  set_text(json, "no_model", model->no_model);
  set_text(json, "regime", model->regime);
  if (model->source.work) {
    lcm_json *source = lcm_json_object();
    LCM_JSON_PUT(source, {"work", LCM_JSON(model->source.work)},
                 {"agrees", LCM_JSON(model->source.agrees)},
                 {"said", LCM_JSON(model->source.said)});
    lcm_json_set(json, "source", source);
  }
  if (model->n_suggestions)
    lcm_json_set(json, "suggestions",
                 LCM_JSON_LIST(suggestion_json, model->suggestions,
                               model->n_suggestions));
  return json;
}

/* Return what was seen of the fragment "at". */
static lcm_json *fragment_json(const void *at) {
  const struct lcm_fit_fragment *fragment = at;
  lcm_json *json = lcm_json_object();
  set_text(json, "fragment", fragment->fragment ? fragment->fragment : "");
  set_text(json, "place", fragment->place);
  set_text(json, "label", fragment->label);
  LCM_JSON_PUT(json, {"visits", LCM_JSON(fragment->visits)},
               {"iterations", LCM_JSON(fragment->iterations)},
               {"points", LCM_JSON(fragment->points)});
  if (fragment->trips)
    lcm_json_set(json, "trips", model_json(fragment->trips));
  if (fragment->calls)
    lcm_json_set(json, "calls", model_json(fragment->calls));
  return json;
}

/* Return "next". */
static lcm_json *next_json(const struct lcm_fit_next *next) {
  lcm_json *json = lcm_json_object();
  set_text(json, "for", next->wanted);
  set_text(json, "fragment", next->fragment);
  set_text(json, "category", next->category);
  LCM_JSON_PUT(json, {"half", LCM_JSON(next->half)});
  if (!next->n)
    return json;
  const struct lcm_fit_suggestion where = {next->at, next->n, NULL};
  LCM_JSON_PUT(json, {"measure", suggestion_json(&where)},
               {"cost", LCM_JSON(next->cost)});
  return json;
}

/* Return what one category adds to the time. */
static lcm_json *term_json(const void *at) {
  const struct lcm_fit_share *term = at;
  lcm_json *json = lcm_json_object();
  set_text(json, "category", term->category);
  set_text(json, "formula", term->formula);
  LCM_JSON_PUT(json, {"value", LCM_JSON(term->value)});
  return json;
}

/* Return "sum". */
static lcm_json *sum_json(const struct lcm_fit_sum *sum) {
  lcm_json *json = lcm_json_object();
  if (sum->missing) {
    set_text(json, "missing", sum->missing);
    return json;
  }
  lcm_json *there = lcm_json_object();
  for (size_t i = 0; i < sum->n; i++)
    lcm_json_set(there, sum->at[i].name, lcm_json_real(sum->at[i].value));
  set_text(json, "formula", sum->formula);
  LCM_JSON_PUT(
      json, {"terms", LCM_JSON_LIST(term_json, sum->terms, sum->n_terms)},
      {"smape", LCM_JSON(sum->smape)}, {"points", LCM_JSON(sum->points)},
      {"at", there}, {"time", LCM_JSON(sum->time)});
  return json;
}

LCM_GIVE char *lcm_fit_to_json(lcm_ctx *ctx, const lcm_fit *fit) {
  lcm_json *document = lcm_json_object();
  (void)ctx;
  set_text(document, "schema", LCM_FIT_SCHEMA);
  set_text(document, "source", fit->source);
  set_text(document, "machine", fit->machine);
  set_text(document, "affinity", fit->affinity);
  set_text(document, "date", fit->date);
  if (fit->common > 0)
    lcm_json_set(document, "common", lcm_json_real(fit->common));
  if (fit->sum)
    lcm_json_set(document, "sum", sum_json(fit->sum));
  if (fit->next)
    lcm_json_set(document, "next", next_json(fit->next));
  LCM_JSON_PUT(
      document,
      {"fragments",
       LCM_JSON_LIST(fragment_json, fit->fragments, fit->n_fragments)},
      {"models", LCM_JSON_LIST(model_json, fit->models, fit->n_models)});
  return lcm_json_print(document);
}
