/* The value of a fitted model at new points, with its interval. */
#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "fit/predict.h"
#include "fit/report.h"

/* Evaluating a model. */
struct predicting {
  const lcm_expr *expr;
  lcm_binding *env; /* values of variables and coefficients */
  size_t n;
  size_t first; /* number of the first coefficient in it */
};

/* Return the value where coefficient "j" is "by" more than estimated. */
static double moved(struct predicting *p, size_t j, double by) {
  double value = NAN;
  const double before = p->env[p->first + j].value;
  p->env[p->first + j].value += by;
  if (lcm_expr_eval(&value, p->expr, p->env, p->n))
    value = NAN;
  p->env[p->first + j].value = before;
  return value;
}

/* Return the slope of the value by coefficient "j". */
static double slope(struct predicting *p, size_t j) {
  const double value = p->env[p->first + j].value;
  const double by = value != 0 ? fabs(value) * 1e-6 : 1e-6;
  return (moved(p, j, by) - moved(p, j, -by)) / (2 * by);
}

/* Read the form of "model" and put the values "at" and its coefficients into
 * "p". */
static lcm_status prepare(struct predicting *p, lcm_ctx *ctx,
                          const lcm_fit_model *model, const lcm_binding *at,
                          size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t k = model->n_coefficients;
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  *p = (struct predicting){NULL, LCM_NEW_ARRAY(arena, lcm_binding, n + k + 1),
                           n + k, n};
  for (size_t i = 0; i < n; i++) {
    names[i] = at[i].name;
    p->env[i] = at[i];
  }
  for (size_t j = 0; j < k; j++)
    p->env[n + j] = (lcm_binding){lcm_intern(ctx, model->coefficients[j].name),
                                  model->coefficients[j].value};
  struct lcm_fit_form form;
  const lcm_status status =
      lcm_fit_form_read(&form, ctx, model->form, names, n);
  p->expr = form.expr;
  return status;
}

/* Return the slopes of "p" by the coefficients of "model". */
static double *slopes(struct predicting *p, lcm_arena *arena,
                      const lcm_fit_model *model) {
  const size_t k = model->n_coefficients;
  double *g = LCM_NEW_ARRAY(arena, double, k + 1);
  for (size_t i = 0; i < k; i++)
    g[i] = slope(p, i);
  return g;
}

/* Return the product of "g" and "h" over the covariance of "model". */
static double product(const lcm_fit_model *model, const double *g,
                      const double *h) {
  const size_t k = model->n_coefficients;
  double sum = 0;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      sum += g[i] * h[j] * model->covariance[i * k + j];
  return sum;
}

double lcm_fit_covariance(lcm_ctx *ctx, const lcm_fit_model *model,
                          const lcm_binding *a, const lcm_binding *b,
                          size_t n) {
  struct predicting p;
  struct predicting q;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  if (!model->form || model->no_model || prepare(&p, ctx, model, a, n) ||
      prepare(&q, ctx, model, b, n))
    return NAN;
  return product(model, slopes(&p, arena, model), slopes(&q, arena, model));
}

lcm_status lcm_fit_predict(struct lcm_fit_predicted *out, lcm_ctx *ctx,
                           const lcm_fit_model *model, const lcm_binding *at,
                           size_t n, double level) {
  if (!model->form || model->no_model)
    return LCM_EFIT;
  struct predicting p;
  lcm_status status = prepare(&p, ctx, model, at, n);
  if (!status)
    status = lcm_expr_eval(&out->value, p.expr, p.env, p.n);
  if (status)
    return status;
  const double size = model->relative ? fabs(out->value) : 1;
  const double own = model->quality.deviation * size;
  const double *g = slopes(&p, lcm_ctx_arena(ctx), model);
  const double all = own * own + fmax(product(model, g, g), 0);
  const double freedom = (double)model->quality.freedom;
  const double half =
      freedom > 0
          ? lcm_student_two_sided(lcm_fit_level(level), freedom) * sqrt(all)
          : 0;
  out->low = out->value >= 0 ? fmax(0, out->value - half) : out->value - half;
  out->high = out->value + half;
  return LCM_OK;
}
