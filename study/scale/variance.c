/* Which coefficients the uncertainty of a prediction comes from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/scale/variance.h"

/* Coefficients of a time that belong together. */
struct coefs {
  lcm_ctx *ctx;
  const lcm_coef *const *coefs; /* coefs, gradient: all "n" of them */
  const double *gradient;
  /* of each the number of the first it is correlated with, directly or through
   * others */
  size_t *group;
  size_t n;
};

/* Join the groups "a" and "b" of "c". */
static void join(struct coefs *c, size_t a, size_t b) {
  const size_t low = a < b ? a : b;
  const size_t high = a < b ? b : a;
  for (size_t i = 0; i < c->n; i++)
    if (c->group[i] == high)
      c->group[i] = low;
}

/* Return whether the coefficients "i" and "k" of "c" are correlated: the sum of
 * both then varies more or less than each for itself explains. */
static bool are_correlated(const struct coefs *c, size_t i, size_t k) {
  const lcm_coef *const both[] = {c->coefs[i], c->coefs[k]};
  const double ones[] = {1 / both[0]->half_width, 1 / both[1]->half_width};
  if (!(both[0]->half_width > 0) || !(both[1]->half_width > 0))
    return false;
  const double width = lcm_coef_own_width(c->ctx, both, ones, 2);
  return fabs(width * width - 2) > 1e-9;
}

/* Find the groups of "c". */
static void find_groups(struct coefs *c) {
  for (size_t i = 0; i < c->n; i++)
    c->group[i] = i;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = 0; k < i; k++)
      if (are_correlated(c, i, k))
        join(c, c->group[i], c->group[k]);
}

/* Return group "g" of "c" with its half-width squared as its share. */
static struct lcm_variance_share share_of(struct coefs *c, size_t g) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_coef **own = LCM_NEW_ARRAY(arena, const lcm_coef *, c->n + 1);
  double *gradient = LCM_NEW_ARRAY(arena, double, c->n + 1);
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (c->group[i] == g) {
      own[n] = c->coefs[i];
      gradient[n++] = c->gradient[i];
    }
  const double width = lcm_coef_own_width(c->ctx, own, gradient, n);
  return (struct lcm_variance_share){own, n, width * width};
}

/* Order shares, the largest first, equal ones by name. */
static int by_share(const void *a, const void *b) {
  const struct lcm_variance_share *x = a;
  const struct lcm_variance_share *y = b;
  if (x->share != y->share)
    return x->share < y->share ? 1 : -1;
  return x->n && y->n ? strcmp(x->coefs[0]->name, y->coefs[0]->name)
                      : (x->n > 0) - (y->n > 0);
}

size_t lcm_scaling_variance(const struct lcm_variance_share **out,
                            struct lcm_scaling *s, const lcm_prediction *from,
                            size_t point) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const double *gradient = from->points[point].gradient;
  struct coefs c = {.ctx = s->ctx,
                    .coefs = from->coefs,
                    .gradient = gradient,
                    .group = LCM_NEW_ARRAY(arena, size_t, from->n_coefs + 1),
                    .n = gradient ? from->n_coefs : 0};
  struct lcm_variance_share *shares =
      LCM_NEW_ARRAY(arena, struct lcm_variance_share, c.n + 2);
  const double common = lcm_coef_common_width(c.coefs, gradient, c.n);
  double sum = common * common;
  size_t n = 0;
  find_groups(&c);
  if (common > 0)
    shares[n++] = (struct lcm_variance_share){NULL, 0, sum};
  for (size_t g = 0; g < c.n; g++) {
    if (c.group[g] != g)
      continue;
    shares[n] = share_of(&c, g);
    sum += shares[n].share;
    n += shares[n].share > 0;
  }
  for (size_t i = 0; i < n; i++)
    shares[i].share /= sum;
  if (n)
    qsort(shares, n, sizeof *shares, by_share);
  *out = shares;
  return n;
}
