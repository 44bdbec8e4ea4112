#include <math.h>
#include <stdint.h>

#include "composer/fit_search_internal.h"

/* Logarithms of how likely forms are before anything is measured: a constant,
 * one term, two terms, a threshold; a negative constant, a negative term beside
 * one that grows faster. */
static const double CONSTANT = -1.2;
static const double ONE_TERM = -0.8;
static const double TWO_TERMS = -2.0;
static const double THRESHOLD = -3.0;
static const double NEGATIVE_CONSTANT = -2.5;
static const double NEGATIVE_TERM = -4;

/* By how much less likely than the likeliest a form is still kept. */
static const double WORTH = 14;

/* Residuals below that share of the values are rounding here. */
static const double ROUNDING = 1e-13;

/* Columns whose angle is less, squared, cannot be told apart. */
static const double PARALLEL = 1e-9;

/* A search going on.
 * gram      products of columns, terms x terms
 * along     products of the columns with the values
 * ones      products of the columns with the constant
 * yy, y1    of the values with themselves, with the constant
 * rows      groups that count
 * gamma     part of the score that the number of coefficients decides
 * best      score so far */
struct searching {
  const struct lcm_fit_space *space;
  lcm_arena *arena;
  lcm_fit_found_list *found;
  double *gram;
  double *along;
  double *ones;
  double yy;
  double y1;
  double rows;
  double gamma[5];
  double offset;
  double best;
};

/* Return the product of the "n" numbers at "a" and at "b". */
static double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Return the products of the columns of "space" with "with". */
static double *products(lcm_arena *arena, const struct lcm_fit_space *space,
                        const double *with) {
  const size_t n = space->points->groups;
  double *out = LCM_NEW_ARRAY(arena, double, space->n_terms + 1);
  for (size_t t = 0; t < space->n_terms; t++)
    out[t] = dot(space->columns + t * n, with, n);
  return out;
}

/* Return the products of the columns of "space" with each other. */
static double *gram(lcm_arena *arena, const struct lcm_fit_space *space) {
  const size_t n = space->points->groups;
  const size_t terms = space->n_terms;
  double *out = LCM_NEW_ARRAY(arena, double, terms *terms + 1);
  for (size_t t = 0; t < terms; t++)
    for (size_t s = 0; s < t; s++)
      out[t * terms + s] =
          dot(space->columns + t * n, space->columns + s * n, n);
  return out;
}

/* Put what depends on the number of coefficients alone into "s". */
static void count(struct searching *s) {
  const struct lcm_fit_points *points = s->space->points;
  for (size_t g = 0; g < points->groups; g++)
    s->rows += !s->space->left_out || !s->space->left_out[g];
  for (size_t k = 0; k < 5; k++) {
    const double m = s->rows + points->freedom - (double)k;
    s->gamma[k] = m > 0 && (double)k < s->rows
                      ? lgamma(m / 2) + m / 2 * log(2) +
                            (double)k / 2 * (log(2 * M_PI) - log(s->yy))
                      : -INFINITY;
  }
}

/* Return the score of a form of "k" coefficients that leaves "rest" of the
 * squared values, whose columns span "volume", and that is as likely as
 * "weight"; -infinity where it is not worth a look. */
static double score(const struct searching *s, size_t k, double rest,
                    double volume, double weight) {
  const double m = s->rows + s->space->points->freedom - (double)k;
  const double sum =
      fmax(rest, 0) + s->space->points->scatter + ROUNDING * (s->yy + 1e-300);
  return s->gamma[k] - m / 2 * log(sum) - log(volume) / 2 + weight + s->offset;
}

/* Keep "found" where it is worth it. */
static void keep(struct searching *s, struct lcm_fit_found found) {
  if (!(found.score > s->best - WORTH))
    return;
  s->best = fmax(s->best, found.score);
  LCM_LIST_ADD(s->arena, s->found, found);
}

/* Return whether power "t" dominates power "u" in every variable. */
static bool dominates(const struct lcm_fit_term *t,
                      const struct lcm_fit_term *u) {
  bool all = true;
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    all = all && t->power[v] >= u->power[v];
  return all;
}

/* Return what the signs of two coefficients make of the likelihood of their
 * terms: costs are sums of costs. */
static double sign_weight(const struct lcm_fit_term *t, double at_t,
                          const struct lcm_fit_term *u, double at_u) {
  if (at_t >= 0 && at_u >= 0)
    return 0;
  if (at_t > 0 && dominates(t, u))
    return NEGATIVE_TERM;
  return at_u > 0 && dominates(u, t) ? NEGATIVE_TERM : -INFINITY;
}

/* Consider a constant, and nothing else. */
static void try_constant(struct searching *s) {
  struct lcm_fit_found found = {.constant = true, .left_out = SIZE_MAX};
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    found.lead[v] = (unsigned char)s->space->powers.constant;
  found.score = score(s, 1, s->yy - s->y1 * s->y1, 1, CONSTANT);
  keep(s, found);
}

/* Consider term "t", without and with a constant. */
static void try_one(struct searching *s, size_t t) {
  const struct lcm_fit_term *term = &s->space->terms[t];
  const double a = s->along[t];
  const double c = s->ones[t];
  struct lcm_fit_found found = {
      .term = {(unsigned short)t}, .n = 1, .left_out = SIZE_MAX};
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    found.lead[v] = term->power[v];
  const double weight = ONE_TERM + term->weight;
  found.score = a > 0 ? score(s, 1, s->yy - a * a, 1, weight) : -INFINITY;
  keep(s, found);
  const double det = 1 - c * c;
  const double of_t = (a - c * s->y1) / det;
  const double of_one = (s->y1 - c * a) / det;
  if (det < PARALLEL || of_t <= 0)
    return;
  found.constant = true;
  found.score = score(s, 2, s->yy - of_t * a - of_one * s->y1, det,
                      weight + (of_one < 0 ? NEGATIVE_CONSTANT : 0));
  keep(s, found);
}

/* Consider terms "t" and "u" together, without a constant. */
static void try_pair(struct searching *s, size_t t, size_t u,
                     struct lcm_fit_found *found, double weight) {
  const struct lcm_fit_space *space = s->space;
  const double p = s->gram[t * space->n_terms + u];
  const double det = 1 - p * p;
  if (det < PARALLEL)
    return;
  const double of_t = (s->along[t] - p * s->along[u]) / det;
  const double of_u = (s->along[u] - p * s->along[t]) / det;
  const double sign =
      sign_weight(&space->terms[t], of_t, &space->terms[u], of_u);
  if (sign == -INFINITY)
    return;
  const double rest = s->yy - of_t * s->along[t] - of_u * s->along[u];
  found->constant = false;
  found->score = score(s, 2, rest, det, weight + sign);
  keep(s, *found);
}

/* Consider terms "t" and "u" together with a constant: everything is first made
 * orthogonal to that. */
static void try_pair_and_one(struct searching *s, size_t t, size_t u,
                             struct lcm_fit_found *found, double weight) {
  const struct lcm_fit_space *space = s->space;
  const double tt = 1 - s->ones[t] * s->ones[t];
  const double uu = 1 - s->ones[u] * s->ones[u];
  const double tu = s->gram[t * space->n_terms + u] - s->ones[t] * s->ones[u];
  const double ty = s->along[t] - s->ones[t] * s->y1;
  const double uy = s->along[u] - s->ones[u] * s->y1;
  const double det = tt * uu - tu * tu;
  if (det < PARALLEL * PARALLEL || det < PARALLEL * tt * uu)
    return;
  const double of_t = (uu * ty - tu * uy) / det;
  const double of_u = (tt * uy - tu * ty) / det;
  const double of_one = s->y1 - of_t * s->ones[t] - of_u * s->ones[u];
  const double sign =
      sign_weight(&space->terms[t], of_t, &space->terms[u], of_u);
  if (sign == -INFINITY)
    return;
  const double rest = s->yy - s->y1 * s->y1 - of_t * ty - of_u * uy;
  found->constant = true;
  found->score = score(s, 3, rest, det,
                       weight + sign + (of_one < 0 ? NEGATIVE_CONSTANT : 0));
  keep(s, *found);
}

/* Consider all pairs of terms. */
static void try_pairs(struct searching *s) {
  const struct lcm_fit_term *terms = s->space->terms;
  for (size_t t = 0; t < s->space->n_terms; t++)
    for (size_t u = 0; u < t; u++) {
      struct lcm_fit_found found = {
          .term = {(unsigned short)t, (unsigned short)u},
          .n = 2,
          .left_out = SIZE_MAX};
      for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
        found.lead[v] = terms[t].power[v] > terms[u].power[v]
                            ? terms[t].power[v]
                            : terms[u].power[v];
      const double weight = TWO_TERMS + terms[t].weight + terms[u].weight;
      try_pair(s, t, u, &found, weight);
      try_pair_and_one(s, t, u, &found, weight);
    }
}

void lcm_fit_search(lcm_fit_found_list *found, lcm_arena *arena,
                    const struct lcm_fit_space *space, double offset) {
  const size_t n = space->points->groups;
  struct searching s = {.space = space,
                        .arena = arena,
                        .found = found,
                        .gram = gram(arena, space),
                        .along = products(arena, space, space->y),
                        .ones = products(arena, space, space->one),
                        .yy = dot(space->y, space->y, n),
                        .y1 = dot(space->y, space->one, n),
                        .offset = offset,
                        .best = -INFINITY};
  count(&s);
  try_constant(&s);
  for (size_t t = 0; t < space->n_terms; t++)
    try_one(&s, t);
  if (s.rows >= 4)
    try_pairs(&s);
}
