#include <math.h>
#include <string.h>

#include "base/list.h"
#include "model/expr_internal.h"

/* Half-width of the 90 % interval of a normal variable of deviation 1. */
static const double NORMAL_90 = 1.6448536269514722;

const lcm_coef *lcm_coef_find(lcm_ctx *ctx, const char *name) {
  const struct lcm_expr_state *state = lcm_expr_state(ctx);
  for (size_t i = 0; i < state->n_coefs; i++)
    if (!strcmp(state->coefs[i]->name, name))
      return state->coefs[i];
  return NULL;
}

/* Return a copy of "coef" registered in "ctx". */
static const lcm_coef *add_coef(lcm_ctx *ctx, const lcm_coef *coef) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  lcm_coef *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_coef);
  *copy = *coef;
  copy->name = lcm_intern(ctx, coef->name);
  if (state->n_coefs == state->cap_coefs)
    state->coefs = lcm_list_grow(lcm_ctx_arena(ctx), state->coefs,
                                 &state->cap_coefs, sizeof *state->coefs);
  return state->coefs[state->n_coefs++] = copy;
}

const lcm_expr *lcm_expr_coef(lcm_ctx *ctx, const lcm_coef *coef) {
  const lcm_coef *known = lcm_coef_find(ctx, coef->name);
  if (known &&
      (known->value != coef->value || known->half_width != coef->half_width)) {
    lcm_report(ctx, LCM_DIAG_COEFFICIENT, lcm_expr_state(ctx)->at,
               "coefficient '%s' was %.17g +/- %.17g elsewhere", coef->name,
               known->value, known->half_width);
    return NULL;
  }
  if (!known)
    known = add_coef(ctx, coef);
  const lcm_expr draft = {.kind = LCM_X_COEF,
                          .rat = {1, 1, NULL},
                          .name = known->name,
                          .coef = known};
  return lcm_expr_intern(ctx, &draft);
}

/* Return what is recorded of "a" and "b", or NULL. */
static struct lcm_covary *find_covary(struct lcm_expr_state *state,
                                      const char *a, const char *b) {
  for (size_t i = state->n_covaries; i-- > 0;) {
    struct lcm_covary *c = &state->covaries[i];
    if ((!strcmp(c->a, a) && !strcmp(c->b, b)) ||
        (!strcmp(c->a, b) && !strcmp(c->b, a)))
      return c;
  }
  return NULL;
}

/* Return the standard deviation of "coef". */
static double deviation(struct lcm_expr_state *state, const lcm_coef *coef) {
  const struct lcm_covary *own = find_covary(state, coef->name, coef->name);
  return own && !own->correlation ? sqrt(own->value)
                                  : coef->half_width / NORMAL_90;
}

/* Return the correlation of "a" and "b". */
static double correlation(struct lcm_expr_state *state, const lcm_coef *a,
                          const lcm_coef *b) {
  if (a == b)
    return 1;
  const struct lcm_covary *c = find_covary(state, a->name, b->name);
  if (!c || c->correlation)
    return c ? c->value : 0;
  const double product = deviation(state, a) * deviation(state, b);
  return product > 0 ? c->value / product : 0;
}

/* Record "covary"; an impossible correlation is reported. */
static lcm_status record(lcm_ctx *ctx, struct lcm_covary covary) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  covary.a = lcm_intern(ctx, covary.a);
  covary.b = lcm_intern(ctx, covary.b);
  struct lcm_covary *known = find_covary(state, covary.a, covary.b);
  if (state->n_covaries == state->cap_covaries)
    state->covaries =
        lcm_list_grow(lcm_ctx_arena(ctx), state->covaries, &state->cap_covaries,
                      sizeof *state->covaries);
  if (known)
    *known = covary;
  else
    state->covaries[state->n_covaries++] = covary;
  const lcm_coef *a = lcm_coef_find(ctx, covary.a);
  const lcm_coef *b = lcm_coef_find(ctx, covary.b);
  const double rho = a && b ? correlation(state, a, b) : 0;
  if (fabs(rho) <= 1 + 1e-9)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_COVARIANCE, state->at,
             "coefficients '%s' and '%s' would have the correlation %.3g",
             covary.a, covary.b, rho);
  return LCM_EDOMAIN;
}

lcm_status lcm_coef_covary(lcm_ctx *ctx, const char *a, const char *b,
                           double covariance) {
  return record(ctx, (struct lcm_covary){a, b, covariance, false});
}

lcm_status lcm_coef_correlate(lcm_ctx *ctx, const char *a, const char *b,
                              double value) {
  return record(ctx, (struct lcm_covary){a, b, value, true});
}

double lcm_coef_half_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                           const double *gradient, size_t n) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    const double own = gradient[i] * coefs[i]->half_width;
    sum += own * own;
  }
  for (size_t k = 0; k < state->n_covaries; k++) {
    size_t i = 0;
    size_t j = 0;
    while (i < n && coefs[i]->name != state->covaries[k].a)
      i++;
    while (j < n && coefs[j]->name != state->covaries[k].b)
      j++;
    if (i < n && j < n && i != j)
      sum += 2 * gradient[i] * coefs[i]->half_width * gradient[j] *
             coefs[j]->half_width * correlation(state, coefs[i], coefs[j]);
  }
  return sum > 0 ? sqrt(sum) : 0;
}
