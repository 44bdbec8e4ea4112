/* A model of another context, copied into this one. */
#include "fit/adopt.h"
#include "fit/report.h"

/* Return a copy of "text" in memory of "ctx"; NULL for NULL. */
static const char *keep(lcm_ctx *ctx, const char *text) {
  return text ? lcm_arena_strdup(lcm_ctx_arena(ctx), text) : NULL;
}

/* Copy the coefficients of "out" and their covariance. */
static void adopt_coefficients(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t k = out->n_coefficients;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_fit_coefficient *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_coefficient, k + 1);
  double *matrix = LCM_NEW_ARRAY(arena, double, 1 + k * k);
  for (size_t i = 0; i < k; i++) {
    all[i] = out->coefficients[i];
    all[i].name = lcm_intern(ctx, all[i].name);
  }
  for (size_t i = 0; i < k * k; i++)
    matrix[i] = out->covariance[i];
  out->coefficients = all;
  out->covariance = matrix;
}

/* Copy the ranges of the variables of "out". */
static void adopt_variables(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t n = out->n_variables;
  struct lcm_fit_range *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_fit_range, n + 1);
  for (size_t i = 0; i < n; i++) {
    all[i] = out->variables[i];
    all[i].name = lcm_intern(ctx, all[i].name);
  }
  out->variables = all;
}

/* Copy what "out" suggests to measure. */
static void adopt_suggestions(lcm_fit_model *out, lcm_ctx *ctx) {
  const size_t n = out->n_suggestions;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_fit_suggestion *all =
      LCM_NEW_ARRAY(arena, struct lcm_fit_suggestion, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_fit_suggestion *from = &out->suggestions[i];
    lcm_binding *at = LCM_NEW_ARRAY(arena, lcm_binding, from->n + 1);
    for (size_t k = 0; k < from->n; k++)
      at[k] =
          (lcm_binding){lcm_intern(ctx, from->at[k].name), from->at[k].value};
    all[i] = (struct lcm_fit_suggestion){at, from->n, keep(ctx, from->why)};
  }
  out->suggestions = all;
}

/* Make the expression of "out" anew from its form. */
static lcm_status adopt_expression(lcm_fit_model *out, lcm_ctx *ctx,
                                   size_t rank) {
  const size_t n = out->n_variables;
  const char **names = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  const lcm_expr *form = NULL;
  for (size_t i = 0; i < n; i++)
    names[i] = out->variables[i].name;
  const lcm_status status =
      lcm_fit_form_express(&form, ctx, out->form, names, n);
  return status ? status : lcm_fit_express(out, ctx, form, rank);
}

lcm_status lcm_fit_adopt(lcm_fit_model *out, lcm_ctx *ctx,
                         const lcm_fit_model *model, size_t rank) {
  *out = *model;
  out->form = keep(ctx, model->form);
  out->formula = keep(ctx, model->formula);
  out->no_model = keep(ctx, model->no_model);
  out->regime = keep(ctx, model->regime);
  if (model->coefficients)
    adopt_coefficients(out, ctx);
  if (model->variables)
    adopt_variables(out, ctx);
  if (model->suggestions)
    adopt_suggestions(out, ctx);
  return model->expr ? adopt_expression(out, ctx, rank) : LCM_OK;
}
