/* Uncertainty of predictions: of coefficients, and between the forms that are
 * likely. */
#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "fit/search/threshold.h"
#include "fit/spread.h"

/* Forms less likely than that, against the likeliest, do not matter. */
static const double LEAST = 1e-3;

/* How many times the largest values intervals are to be right; how many values
 * of a variable there are for that. */
static const double REACH = 3;
enum { VALUES = 4 };

/* Halvings of the half-width looked for. */
enum { HALVINGS = 30 };

void lcm_fit_reach(double *x, lcm_arena *arena,
                   const struct lcm_fit_points *points) {
  double *values = LCM_NEW_ARRAY(arena, double, points->groups + 1);
  for (size_t v = 0; v < points->n_names; v++) {
    const size_t n = lcm_fit_values(values, points, v);
    x[v] = values[n - 1] * (n < VALUES ? 1 : REACH);
  }
}

/* Return how much of the probability of "form" beyond the points is within
 * "half" of "value". */
static double within(const struct lcm_fit_found *form, double value,
                     double half) {
  const double off = form->beyond - value;
  if (form->deviation <= 0)
    return fabs(off) <= half;
  return lcm_chance_normal((half - off) / form->deviation) -
         lcm_chance_normal((-half - off) / form->deviation);
}

double lcm_fit_spread(const struct lcm_fit_found *found, size_t n, double value,
                      double level) {
  double most = found[0].score;
  double whole = 0;
  double low = 0;
  double high = 0;
  for (size_t i = 0; i < n; i++)
    most = fmax(most, found[i].score);
  for (size_t i = 0; i < n; i++) {
    const double share = exp(found[i].score - most);
    whole += share > LEAST ? share : 0;
    if (share > LEAST)
      high = fmax(high, fabs(found[i].beyond - value) + 4 * found[i].deviation);
  }
  for (int i = 0; i < HALVINGS; i++) {
    const double middle = (low + high) / 2;
    double inside = 0;
    for (size_t j = 0; j < n; j++)
      if (exp(found[j].score - most) > LEAST)
        inside += exp(found[j].score - most) * within(&found[j], value, middle);
    if (inside < level * whole)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Return the values "x" of the variables of "form" and "beta" of its
 * coefficients by their names. */
static lcm_binding *bind(lcm_ctx *ctx, const struct lcm_fit_form *form,
                         const double *beta, const double *x) {
  const size_t n = form->n_variables;
  lcm_binding *env =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + form->k + 1);
  for (size_t v = 0; v < n; v++)
    env[v] = (lcm_binding){lcm_intern(ctx, form->variables[v]), x[v]};
  for (size_t j = 0; j < form->k; j++)
    env[n + j] = (lcm_binding){lcm_intern(ctx, form->names[j]), beta[j]};
  return env;
}

lcm_status lcm_fit_value_at(double *value, lcm_ctx *ctx,
                            const struct lcm_fit_form *form, const double *beta,
                            const double *x) {
  return lcm_expr_eval(value, form->expr, bind(ctx, form, beta, x),
                       form->n_variables + form->k);
}

lcm_status lcm_fit_slopes_at(double *slopes, lcm_ctx *ctx,
                             const struct lcm_fit_form *form,
                             const double *beta, const double *x) {
  const size_t n = form->n_variables + form->k;
  lcm_binding *env = bind(ctx, form, beta, x);
  for (size_t j = 0; j < form->k; j++) {
    const double by = beta[j] != 0 ? fabs(beta[j]) * 1e-6 : 1e-6;
    lcm_binding *moved = &env[form->n_variables + j];
    double up = 0;
    double down = 0;
    moved->value = beta[j] + by;
    lcm_status status = lcm_expr_eval(&up, form->expr, env, n);
    moved->value = beta[j] - by;
    if (!status)
      status = lcm_expr_eval(&down, form->expr, env, n);
    if (status)
      return status;
    moved->value = beta[j];
    slopes[j] = (up - down) / (2 * by);
  }
  return LCM_OK;
}

lcm_status lcm_fit_widen(struct lcm_fit_solution *solution, lcm_ctx *ctx,
                         const double *x, double half, double level) {
  const size_t k = solution->form.k;
  double *slopes = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, 2 * k + 1);
  double *along = slopes + k;
  const lcm_status status =
      lcm_fit_slopes_at(slopes, ctx, &solution->form, solution->beta, x);
  double square = 0;
  if (status || !solution->freedom)
    return status;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      along[i] += solution->covariance[i * k + j] * slopes[j];
      square += slopes[i] * slopes[j] * solution->covariance[i * k + j];
    }
  const double wanted =
      half / lcm_student_two_sided(level, (double)solution->freedom);
  if (!(wanted * wanted > square) || !(square > 0))
    return LCM_OK;
  const double factor = (wanted * wanted - square) / (square * square);
  for (size_t i = 0; i < k; i++)
    if (!isfinite(factor * along[i] * along[i]))
      return LCM_OK;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++)
      solution->covariance[i * k + j] += factor * along[i] * along[j];
  return LCM_OK;
}
