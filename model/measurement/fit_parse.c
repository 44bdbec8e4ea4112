/* Reading fitted models from JSON. */
#include <math.h>
#include <string.h>

#include "base/json_parse.h"
#include "base/list.h"
#include "model/measurement/fit_internal.h"
#include "model/measurement/fit_parse.h"

enum { MOST_COEFFICIENTS = 1000 };

/* A document being read: the number of its model, for messages. */
struct reading {
  lcm_ctx *ctx;
  const char *file;
  const char *what;
  size_t number;
};

/* Report what is wrong; return LCM_EPARSE. */
static lcm_status complain(const struct reading *r, const char *what) {
  lcm_report(r->ctx, LCM_DIAG_SYNTAX, (lcm_loc){r->file, 0, 0, 0, 0},
             "%s %zu: %s", r->what, r->number + 1, what);
  return LCM_EPARSE;
}

/* Return the string under "key" of "json", interned; NULL where there is none.
 */
static const char *text_of(const struct reading *r, const lcm_json *json,
                           const char *key) {
  const char *text = lcm_json_text(lcm_json_get(json, key));
  return text ? lcm_intern(r->ctx, text) : NULL;
}

/* Return the number under "key" of "json"; NAN where there is none. */
static double number_of(const lcm_json *json, const char *key) {
  double value = NAN;
  return lcm_json_number(&value, lcm_json_get(json, key)) ? value : NAN;
}

/* Return the count under "key" of "json"; 0 where there is none. */
static size_t count_of(const lcm_json *json, const char *key) {
  const double value = number_of(json, key);
  return value >= 1 && value < 9e15 ? (size_t)value : 0;
}

static bool is_true(const lcm_json *json, const char *key) {
  return lcm_json_is_true(lcm_json_get(json, key));
}

/* Read the coefficients and their covariance. */
static lcm_status read_coefficients(lcm_fit_model *out, const struct reading *r,
                                    const lcm_json *json) {
  const lcm_json *list = lcm_json_get(json, "coefficients");
  const lcm_json *rows = lcm_json_get(json, "covariance");
  const size_t n = lcm_json_size(list);
  if (n > MOST_COEFFICIENTS || !lcm_json_is_array(list))
    return complain(r, "'coefficients' is to be a list");
  struct lcm_fit_coefficient *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_fit_coefficient, n + 1);
  double *matrix = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), double, n *n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_json *one = lcm_json_at(list, i);
    all[i] = (struct lcm_fit_coefficient){
        text_of(r, one, "name"), number_of(one, "value"), number_of(one, "low"),
        number_of(one, "high")};
    if (!all[i].name || !isfinite(all[i].value) ||
        !(all[i].low <= all[i].value && all[i].value <= all[i].high))
      return complain(r, "a coefficient is to have a name, a value, and low "
                         "and high around it");
    for (size_t j = 0; j < n; j++) {
      double *at = &matrix[i * n + j];
      if (lcm_json_size(rows) &&
          !lcm_json_number(at, lcm_json_at(lcm_json_at(rows, i), j)))
        return complain(r, "'covariance' is to have a number for each two "
                           "coefficients");
    }
  }
  out->coefficients = all;
  out->n_coefficients = n;
  out->covariance = lcm_json_size(rows) || !n ? matrix : NULL;
  return LCM_OK;
}

/* Read the variables. */
static lcm_status read_variables(lcm_fit_model *out, const struct reading *r,
                                 const lcm_json *json) {
  const lcm_json *list = lcm_json_get(json, "variables");
  const size_t n = lcm_json_size(list);
  struct lcm_fit_range *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_fit_range, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_json *one = lcm_json_at(list, i);
    all[i] =
        (struct lcm_fit_range){text_of(r, one, "name"), number_of(one, "low"),
                               number_of(one, "high"), count_of(one, "values")};
    if (!all[i].name)
      return complain(r, "a variable without a name");
  }
  out->variables = all;
  out->n_variables = n;
  return LCM_OK;
}

/* Read what would be worth measuring. */
static void read_suggestions(lcm_fit_model *out, const struct reading *r,
                             const lcm_json *json) {
  const lcm_json *list = lcm_json_get(json, "suggestions");
  const size_t n = lcm_json_size(list);
  struct lcm_fit_suggestion *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_fit_suggestion, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_json *at = lcm_json_get(lcm_json_at(list, i), "at");
    const size_t k = lcm_json_is_object(at) ? lcm_json_size(at) : 0;
    lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_binding, k + 1);
    for (size_t j = 0; j < k; j++)
      env[j] = (lcm_binding){lcm_intern(r->ctx, lcm_json_key(at, j)),
                             number_of(at, lcm_json_key(at, j))};
    all[i] = (struct lcm_fit_suggestion){
        env, k, text_of(r, lcm_json_at(list, i), "why")};
  }
  out->suggestions = n ? all : NULL;
  out->n_suggestions = n;
}

/* Return a name for coefficient "c" of "model" under which the context has no
 * other value. */
static const char *identity(lcm_ctx *ctx, const lcm_fit_model *model,
                            const struct lcm_fit_coefficient *c) {
  const char *name = LCM_INTERN_JOINED(ctx, model->fragment, ":",
                                       model->category, ":", c->name);
  const lcm_coef *known = lcm_coef_find(ctx, name);
  while (known && (known->value != c->value ||
                   known->half_width != (c->high - c->low) / 2)) {
    name = LCM_INTERN_JOINED(ctx, name, "'");
    known = lcm_coef_find(ctx, name);
  }
  return name;
}

/* Build the expression of "out" from its form and coefficients. */
static lcm_status build(lcm_fit_model *out, const struct reading *r) {
  const size_t n = out->n_coefficients;
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  struct lcm_subst *substs = LCM_NEW_ARRAY(arena, struct lcm_subst, n + 1);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  const struct lcm_expr_source source = {
      .text = out->form, .len = strlen(out->form), .at = {r->file, 0, 0, 0, 0}};
  const lcm_expr *form = NULL;
  lcm_status status = lcm_expr_parse(&form, r->ctx, &source);
  for (size_t i = 0; !status && i < n; i++) {
    const struct lcm_fit_coefficient *c = &out->coefficients[i];
    names[i] = identity(r->ctx, out, c);
    const lcm_coef coef = {.name = names[i],
                           .value = c->value,
                           .half_width = (c->high - c->low) / 2,
                           .anonymous = true};
    substs[i] = (struct lcm_subst){c->name, lcm_expr_coef(r->ctx, &coef)};
    for (size_t j = 0; !status && out->covariance && j <= i; j++)
      status = lcm_coef_covary(r->ctx, names[i], names[j],
                               out->covariance[i * n + j]);
  }
  if (status)
    return status;
  out->expr = lcm_expr_subst(r->ctx, form, substs, n);
  return out->expr ? LCM_OK : complain(r, "the form has no value");
}

/* Read a model into "*out". */
static lcm_status read_model(lcm_fit_model *out, const struct reading *r,
                             const lcm_json *json) {
  *out = (lcm_fit_model){
      .fragment = text_of(r, json, "fragment"),
      .place = text_of(r, json, "place"),
      .label = text_of(r, json, "label"),
      .category = text_of(r, json, "category"),
      .unit = text_of(r, json, "unit"),
      .form = text_of(r, json, "form"),
      .formula = text_of(r, json, "formula"),
      .quality = {number_of(json, "r2"), number_of(json, "adjusted_r2"),
                  number_of(json, "smape"), number_of(json, "cv_smape"),
                  number_of(json, "deviation"), count_of(json, "points"),
                  count_of(json, "freedom"), count_of(json, "outliers")},
      .relative = is_true(json, "relative"),
      .selected = is_true(json, "selected"),
      .no_model = text_of(r, json, "no_model"),
      .regime = text_of(r, json, "regime")};
  const lcm_json *source = lcm_json_get(json, "source");
  if (source)
    out->source = (struct lcm_fit_origin){text_of(r, source, "work"),
                                          is_true(source, "agrees"),
                                          text_of(r, source, "said")};
  if (!out->fragment || !out->category)
    return complain(r, "'fragment' and 'category' are to be texts");
  lcm_status status = read_coefficients(out, r, json);
  if (!status)
    status = read_variables(out, r, json);
  read_suggestions(out, r, json);
  if (!status && out->form)
    status = build(out, r);
  return status;
}

/* Read the model under "key" of a fragment into "*out", NULL where there is
 * none. */
static lcm_status read_nested(const lcm_fit_model **out,
                              const struct reading *r, const lcm_json *json,
                              const char *key) {
  const lcm_json *one = lcm_json_get(json, key);
  if (!lcm_json_is_object(one))
    return LCM_OK;
  lcm_fit_model *model = LCM_NEW(lcm_ctx_arena(r->ctx), lcm_fit_model);
  *out = model;
  return read_model(model, r, one);
}

/* Read what was seen of a fragment. */
static lcm_status read_fragment(struct lcm_fit_fragment *out,
                                const struct reading *r, const lcm_json *json) {
  *out = (struct lcm_fit_fragment){
      .fragment = text_of(r, json, "fragment"),
      .place = text_of(r, json, "place"),
      .label = text_of(r, json, "label"),
      .visits = number_of(json, "visits"),
      .iterations = number_of(json, "iterations"),
      .points = count_of(json, "points"),
  };
  if (!out->fragment)
    return complain(r, "'fragment' is to be a text");
  const lcm_status status = read_nested(&out->trips, r, json, "trips");
  return status ? status : read_nested(&out->calls, r, json, "calls");
}

/* Read the fragments and models of "document" into "out". */
static lcm_status read_lists(lcm_fit *out, struct reading *r,
                             const lcm_json *document) {
  const lcm_json *fragments = lcm_json_get(document, "fragments");
  const lcm_json *models = lcm_json_get(document, "models");
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_status status = LCM_OK;
  out->n_fragments = lcm_json_size(fragments);
  out->n_models = lcm_json_size(models);
  struct lcm_fit_fragment *f =
      LCM_NEW_ARRAY(arena, struct lcm_fit_fragment, out->n_fragments + 1);
  lcm_fit_model *m = LCM_NEW_ARRAY(arena, lcm_fit_model, out->n_models + 1);
  r->what = "fragment";
  for (r->number = 0; !status && r->number < out->n_fragments; r->number++)
    status = read_fragment(&f[r->number], r, lcm_json_at(fragments, r->number));
  r->what = "model";
  for (r->number = 0; !status && r->number < out->n_models; r->number++)
    status = read_model(&m[r->number], r, lcm_json_at(models, r->number));
  out->fragments = f;
  out->models = m;
  return status;
}

/* Read "document" into "*out". */
static lcm_status read_document(const lcm_fit **out, struct reading *r,
                                const lcm_json *document) {
  const char *schema = lcm_json_text(lcm_json_get(document, "schema"));
  if (!schema || strcmp(schema, LCM_FIT_SCHEMA) != 0 ||
      !lcm_json_is_array(lcm_json_get(document, "models"))) {
    lcm_report(r->ctx, LCM_DIAG_SYNTAX, (lcm_loc){r->file, 0, 0, 0, 0},
               "this is no " LCM_FIT_SCHEMA " document");
    return LCM_EPARSE;
  }
  lcm_fit *fit = LCM_NEW(lcm_ctx_arena(r->ctx), lcm_fit);
  *fit = (lcm_fit){.source = text_of(r, document, "source"),
                   .machine = text_of(r, document, "machine"),
                   .affinity = text_of(r, document, "affinity"),
                   .date = text_of(r, document, "date"),
                   .common = fmax(number_of(document, "common"), 0)};
  const lcm_status status = read_lists(fit, r, document);
  if (!status)
    *out = fit;
  return status;
}

lcm_status lcm_fit_parse(const lcm_fit **out, lcm_ctx *ctx, const char *file,
                         const char *text, size_t len) {
  struct reading r = {ctx, lcm_intern(ctx, file), "", 0};
  lcm_json *document = NULL;
  lcm_status status = lcm_json_parse(&document, ctx, file, text, len);
  if (status)
    return status;
  status = read_document(out, &r, document);
  lcm_json_free(document);
  return status;
}
