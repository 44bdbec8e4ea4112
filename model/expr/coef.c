/* Uncertain coefficients and their covariances. */
#include <math.h>
#include <string.h>

#include "base/list.h"
#include "model/expr/coef.h"
#include "model/expr/intern_internal.h"

/* Half-width of the 90 % interval of a normal variable of deviation 1. */
static const double NORMAL_90 = 1.6448536269514722;

const lcm_coef *lcm_coef_find(lcm_ctx *ctx, const char *name) {
  const struct lcm_expr_state *state = lcm_expr_state(ctx);
  size_t i = 0;
  return lcm_map_get(&state->coef_of, lcm_intern(ctx, name), &i)
             ? state->coefs[i]
             : NULL;
}

void lcm_coef_apart(lcm_ctx *ctx, const char *file) {
  lcm_expr_state(ctx)->file_apart = file;
}

bool lcm_coef_any_apart(lcm_ctx *ctx) { return lcm_expr_state(ctx)->any_apart; }

int lcm_coef_length(const char *name) {
  return (int)strcspn(name, LCM_COEF_APART);
}

/* Return the name of the coefficient "name" of the file that is read, where it
 * is apart. */
static const char *own_name(lcm_ctx *ctx, const char *name) {
  const char *file = lcm_expr_state(ctx)->file_apart;
  return file ? LCM_INTERN_JOINED(ctx, name, LCM_COEF_APART, file) : NULL;
}

/* Return whether "a" and "b" say the same. */
static bool is_alike(const lcm_coef *a, const lcm_coef *b) {
  return a->value == b->value && a->half_width == b->half_width;
}

/* Return a copy of "coef" registered in "ctx". */
static const lcm_coef *add_coef(lcm_ctx *ctx, const lcm_coef *coef) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  lcm_coef *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_coef);
  *copy = *coef;
  copy->common = 0;
  copy->name = lcm_intern(ctx, coef->name);
  if (state->n_coefs == state->cap_coefs)
    state->coefs = lcm_list_grow(lcm_ctx_arena(ctx), state->coefs,
                                 &state->cap_coefs, sizeof *state->coefs);
  lcm_map_put(lcm_ctx_arena(ctx), &state->coef_of, copy->name, state->n_coefs);
  return state->coefs[state->n_coefs++] = copy;
}

const lcm_expr *lcm_expr_coef(lcm_ctx *ctx, const lcm_coef *coef) {
  const lcm_coef *known = lcm_coef_find(ctx, coef->name);
  const char *own =
      known && !is_alike(known, coef) ? own_name(ctx, coef->name) : NULL;
  lcm_coef apart = *coef;
  if (own) {
    lcm_expr_state(ctx)->any_apart = true;
    apart.name = own;
    coef = &apart;
    known = lcm_coef_find(ctx, own);
  }
  if (known && !is_alike(known, coef)) {
    lcm_report(ctx, LCM_DIAG_COEFFICIENT, lcm_expr_state(ctx)->at,
               "coefficient '%.*s' was %.17g +/- %.17g elsewhere",
               lcm_coef_length(coef->name), coef->name, known->value,
               known->half_width);
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

/* Return the covariance before "c" that has "name", as "c" does, or NULL. */
static struct lcm_covary *earlier(struct lcm_expr_state *state,
                                  const struct lcm_covary *c,
                                  const char *name) {
  const size_t number = c->earlier[c->a != name];
  return number ? &state->covaries[number - 1] : NULL;
}

/* Return the last covariance that has "name", or NULL. */
static struct lcm_covary *last_covary(struct lcm_expr_state *state,
                                      const char *name) {
  size_t number = 0;
  return lcm_map_get(&state->covary_of, name, &number)
             ? &state->covaries[number - 1]
             : NULL;
}

/* Return what is recorded of "a" and "b", or NULL; names are interned. */
static struct lcm_covary *find_covary(struct lcm_expr_state *state,
                                      const char *a, const char *b) {
  struct lcm_covary *c = last_covary(state, a);
  while (c && !((c->a == a && c->b == b) || (c->a == b && c->b == a)))
    c = earlier(state, c, a);
  return c;
}

/* Add "covary", of which nothing is recorded. */
static void add_covary(lcm_ctx *ctx, struct lcm_covary covary) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  if (state->n_covaries == state->cap_covaries)
    state->covaries =
        lcm_list_grow(lcm_ctx_arena(ctx), state->covaries, &state->cap_covaries,
                      sizeof *state->covaries);
  (void)lcm_map_get(&state->covary_of, covary.a, &covary.earlier[0]);
  (void)lcm_map_get(&state->covary_of, covary.b, &covary.earlier[1]);
  state->covaries[state->n_covaries++] = covary;
  lcm_map_put(lcm_ctx_arena(ctx), &state->covary_of, covary.a,
              state->n_covaries);
  lcm_map_put(lcm_ctx_arena(ctx), &state->covary_of, covary.b,
              state->n_covaries);
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

/* Return the name by which the file that is read knows the coefficient
 * "name". */
static const char *met_as(lcm_ctx *ctx, const char *name) {
  const char *own = own_name(ctx, name);
  return own && lcm_coef_find(ctx, own) ? own : lcm_intern(ctx, name);
}

/* Record "covary"; an impossible correlation is reported. */
static lcm_status record(lcm_ctx *ctx, struct lcm_covary covary) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  covary.a = met_as(ctx, covary.a);
  covary.b = met_as(ctx, covary.b);
  struct lcm_covary *known = find_covary(state, covary.a, covary.b);
  if (known) {
    known->value = covary.value;
    known->correlation = covary.correlation;
  } else {
    add_covary(ctx, covary);
  }
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
  return record(ctx, (struct lcm_covary){.a = a, .b = b, .value = covariance});
}

lcm_status lcm_coef_correlate(lcm_ctx *ctx, const char *a, const char *b,
                              double value) {
  return record(ctx, (struct lcm_covary){
                         .a = a, .b = b, .value = value, .correlation = true});
}

void lcm_coef_share(lcm_ctx *ctx, const lcm_coef *coef, double share) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  size_t i = 0;
  if (!lcm_map_get(&state->coef_of, coef->name, &i))
    return;
  lcm_coef *own = state->coefs[i];
  if (fabs(share * own->value) > fabs(own->common))
    own->common = share * own->value;
}

/* Return the sum over the covariances of coefficient "i" of the "n" at "coefs"
 * that were recorded with it first, of what they add to the square of the half
 * width; "number_of" has the numbers of the coefficients. */
static double covarying(struct lcm_expr_state *state,
                        const lcm_coef *const *coefs, const double *gradient,
                        size_t i, const lcm_map *number_of) {
  double sum = 0;
  for (const struct lcm_covary *c = last_covary(state, coefs[i]->name); c;
       c = earlier(state, c, coefs[i]->name)) {
    size_t j = i;
    if (c->a == coefs[i]->name && lcm_map_get(number_of, c->b, &j) && j != i)
      sum += 2 * gradient[i] * coefs[i]->half_width * gradient[j] *
             coefs[j]->half_width * correlation(state, coefs[i], coefs[j]);
  }
  return sum;
}

double lcm_coef_own_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                          const double *gradient, size_t n) {
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  lcm_arena arena = {.on_fail = lcm_ctx_arena(ctx)->on_fail,
                     .user = lcm_ctx_arena(ctx)->user};
  lcm_map number_of = {0};
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    const double own = gradient[i] * coefs[i]->half_width;
    sum += own * own;
    if (state->n_covaries)
      lcm_map_put(&arena, &number_of, coefs[i]->name, i);
  }
  for (size_t i = 0; i < n && state->n_covaries; i++)
    sum += covarying(state, coefs, gradient, i, &number_of);
  lcm_arena_reset(&arena);
  return sum > 0 ? sqrt(sum) : 0;
}

double lcm_coef_common_width(const lcm_coef *const *coefs,
                             const double *gradient, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += coefs[i]->common != 0 ? gradient[i] * coefs[i]->common : 0;
  return fabs(sum);
}

double lcm_coef_half_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                           const double *gradient, size_t n) {
  return hypot(lcm_coef_own_width(ctx, coefs, gradient, n),
               lcm_coef_common_width(coefs, gradient, n));
}
