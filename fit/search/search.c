/* Searching sums of one and two terms by their evidence. */

#include "fit/search/search.h"
#include "fit/search/evidence.h"
#include "fit/search/line.h"
#include "fit/search/prior.h"
#include "fit/search/space.h"
#include "fit/search/triple.h"

/* Logarithms of how likely forms are before anything is measured: a constant,
 * one term, two terms; a negative constant, a negative term beside one that
 * grows faster.  A variable has about nine powers that are usual. */
static const double CONSTANT = -1.2;
static const double ONE_TERM = -3.0;
static const double TWO_TERMS = -6.4;
static const double NEGATIVE_CONSTANT = -2.5;
static const double NEGATIVE_TERM = -4;

/* Residuals below that share of the values are rounding here. */
static const double ROUNDING = 1e-13;

/* Columns whose angle is less, squared, cannot be told apart. */
static const double PARALLEL = 1e-9;

/* The scatter of repetitions, as a share of the values, beyond which no second
 * term is looked for. */
static const double NOISY = 0.3;

/* How many forms of several variables are varied, how often. */
enum { VARIED = 4, ROUNDS = 4 };

/* A search going on. */
struct searching {
  struct lcm_fit_space *space;
  lcm_fit_found_list *found;
  double y1; /* product of the values with the constant */
  /* of the score, by the number of coefficients */
  struct lcm_fit_bound bound[4];
  double best; /* score so far */
};

/* A form of up to two terms being looked at: products of their columns with the
 * values, with the constant, with each other. */
struct pair {
  const struct lcm_fit_term *t;
  const struct lcm_fit_term *u;
  double ty, uy;
  double t1, u1;
  double tu;
};

/* Put what depends on the number of coefficients alone into "s". */
static void count(struct searching *s) {
  for (size_t k = 0; k < 4; k++) {
    const struct lcm_fit_evidence like = {k, s->space->rows, 0, 0,
                                          s->space->yy};
    s->bound[k] = lcm_fit_bound_of(s->space->points, &like);
    if ((double)k >= s->space->rows)
      s->bound[k].fixed = -INFINITY;
  }
}

/* What a score is computed from: how many coefficients there are, what they
 * leave of the squared values, what their columns span, how likely they are. */
struct merit {
  size_t k;
  double rest;
  double volume;
  double weight;
};

/* Return the squared residuals of "m", no less than their rounding. */
static double safe_rest(const struct searching *s, const struct merit *m) {
  return (m->rest > 0 ? m->rest : 0) + ROUNDING * (s->space->yy + 1e-300);
}

/* Return no less than the score of "m", fast. */
static double rough_score(const struct searching *s, const struct merit *m) {
  return lcm_fit_bound_at(&s->bound[m->k], safe_rest(s, m), m->volume) +
         m->weight + s->space->offset;
}

/* Return the score of "m". */
static double score(const struct searching *s, const struct merit *m) {
  const struct lcm_fit_bound *bound = &s->bound[m->k];
  return bound->fixed + lcm_fit_likelihood(&bound->parts, safe_rest(s, m)) -
         log(m->volume) / 2 + m->weight + s->space->offset;
}

/* Return whether "score" is worth keeping. */
static bool is_worth(struct searching *s, double value) {
  if (!(value > s->best - LCM_FIT_WORTH))
    return false;
  s->best = fmax(s->best, value);
  return true;
}

/* Return the number of "term" in the space of "s". */
static unsigned short number(struct searching *s,
                             const struct lcm_fit_term *term) {
  const struct lcm_fit_term *all = s->space->terms.at;
  const uintptr_t first = (uintptr_t)all;
  const uintptr_t end = (uintptr_t)(all + s->space->terms.n);
  if ((uintptr_t)term >= first && (uintptr_t)term < end)
    return (unsigned short)(term - all);
  return (unsigned short)lcm_fit_space_term(s->space, term);
}

/* Add the form of the terms of "p", as many as "m" has coefficients beside the
 * "constant", to those found where it is worth it. */
static void add(struct searching *s, const struct pair *p, bool constant,
                const struct merit *m) {
  const double value = score(s, m);
  const unsigned char n = (unsigned char)(m->k - constant);
  if (!is_worth(s, value))
    return;
  struct lcm_fit_found found = {.space = s->space,
                                .n = n,
                                .constant = constant,
                                .score = value,
                                .rest = safe_rest(s, m)};
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++) {
    const unsigned char t =
        n ? p->t->power[v] : (unsigned char)s->space->powers.constant;
    const unsigned char u = n > 1 ? p->u->power[v] : t;
    found.lead[v] = t > u ? t : u;
  }
  if (n)
    found.term[0] = number(s, p->t);
  if (n > 1)
    found.term[1] = number(s, p->u);
  LCM_LIST_ADD(s->space->arena, s->found, found);
}

/* Keep that form where it is worth it: of most, a rough score says that it is
 * not. */
static inline void keep(struct searching *s, const struct pair *p,
                        bool constant, struct merit m) {
  if (rough_score(s, &m) >= s->best - LCM_FIT_WORTH)
    add(s, p, constant, &m);
}

/* Return whether power "t" dominates power "u" in every variable. */
static bool dominates(const struct lcm_fit_term *t,
                      const struct lcm_fit_term *u) {
  bool all = true;
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    all = all && t->power[v] >= u->power[v];
  return all;
}

/* Return how likely it is that "term" is taken away: (p - 1) n is usual, 1 -
 * 1/p is not. */
static double less_weight(const struct searching *s,
                          const struct lcm_fit_term *term) {
  bool falls = false;
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    falls = falls || term->power[v] < s->space->powers.constant;
  return NEGATIVE_TERM - (falls ? 2 : 0);
}

/* Return what the signs of two coefficients make of the likelihood of their
 * terms: costs are sums of costs. */
static double sign_weight(const struct searching *s, const struct pair *p,
                          double of_t, double of_u) {
  if (of_t >= 0 && of_u >= 0)
    return 0;
  if (of_t > 0 && dominates(p->t, p->u))
    return less_weight(s, p->u);
  return of_u > 0 && dominates(p->u, p->t) ? less_weight(s, p->t) : -INFINITY;
}

/* Return what it makes of the likelihood of a form that the squared lengths of
 * its terms are "whole" together. */
static double excess_weight(const struct searching *s, double whole) {
  return lcm_fit_excess_weight(whole / s->space->yy - 1);
}

/* Consider a constant, and nothing else. */
static void try_constant(struct searching *s) {
  keep(s, NULL, true,
       (struct merit){1, s->space->yy - s->y1 * s->y1, 1,
                      CONSTANT + s->space->one_weight});
}

/* Consider the first term of "p", without and with a constant. */
static void try_one(struct searching *s, const struct pair *p) {
  const double weight = ONE_TERM + p->t->weight;
  const double yy = s->space->yy;
  if (p->ty > 0)
    keep(s, p, false, (struct merit){1, yy - p->ty * p->ty, 1, weight});
  const double det = 1 - p->t1 * p->t1;
  const double of_t = (p->ty - p->t1 * s->y1) / det;
  const double of_one = (s->y1 - p->t1 * p->ty) / det;
  if (det < PARALLEL || of_t <= 0)
    return;
  const double whole = of_t * of_t + of_one * of_one;
  keep(s, p, true,
       (struct merit){2, yy - of_t * p->ty - of_one * s->y1, det,
                      weight + s->space->one_weight + excess_weight(s, whole) +
                          (of_one < 0 ? NEGATIVE_CONSTANT : 0)});
}

/* Consider the terms of "p" together, without a constant. */
static void try_pair(struct searching *s, const struct pair *p, double weight) {
  const double det = 1 - p->tu * p->tu;
  if (det < PARALLEL)
    return;
  const double of_t = (p->ty - p->tu * p->uy) / det;
  const double of_u = (p->uy - p->tu * p->ty) / det;
  const double sign = sign_weight(s, p, of_t, of_u);
  if (sign == -INFINITY)
    return;
  const double rest = s->space->yy - of_t * p->ty - of_u * p->uy;
  const double whole = of_t * of_t + of_u * of_u;
  keep(s, p, false,
       (struct merit){2, rest, det, weight + sign + excess_weight(s, whole)});
}

/* Consider the terms of "p" together with a constant: everything is first made
 * orthogonal to that. */
static void try_pair_and_one(struct searching *s, const struct pair *p,
                             double weight) {
  const double tt = 1 - p->t1 * p->t1;
  const double uu = 1 - p->u1 * p->u1;
  const double tu = p->tu - p->t1 * p->u1;
  const double ty = p->ty - p->t1 * s->y1;
  const double uy = p->uy - p->u1 * s->y1;
  const double det = tt * uu - tu * tu;
  if (det < PARALLEL * PARALLEL || det < PARALLEL * tt * uu)
    return;
  const double of_t = (uu * ty - tu * uy) / det;
  const double of_u = (tt * uy - tu * ty) / det;
  const double of_one = s->y1 - of_t * p->t1 - of_u * p->u1;
  const double sign = sign_weight(s, p, of_t, of_u);
  if (sign == -INFINITY)
    return;
  const double rest = s->space->yy - s->y1 * s->y1 - of_t * ty - of_u * uy;
  const double whole = of_t * of_t + of_u * of_u + of_one * of_one;
  keep(s, p, true,
       (struct merit){3, rest, det,
                      weight + s->space->one_weight + sign +
                          excess_weight(s, whole) +
                          (of_one < 0 ? NEGATIVE_CONSTANT : 0)});
}

/* Consider both terms of "p" together. */
static void try_two(struct searching *s, const struct pair *p) {
  const double weight = TWO_TERMS + p->t->weight + p->u->weight;
  try_pair(s, p, weight);
  try_pair_and_one(s, p, weight);
}

/* Return whether the repetitions of "points" differ so much that a second term
 * would only follow them. */
static bool is_noisy(const struct lcm_fit_points *points) {
  return points->relative && points->freedom >= 1 &&
         points->scatter / points->freedom > NOISY * NOISY;
}

/* Consider all terms of the space, then all pairs of them. */
static void try_all(struct searching *s) {
  const size_t n = s->space->terms.n;
  const struct lcm_fit_term *terms = s->space->terms.at;
  const struct lcm_fit_products *of = s->space->products.at;
  for (size_t t = 0; t < n; t++)
    try_one(
        s, &(struct pair){.t = &terms[t], .ty = of[t].along, .t1 = of[t].ones});
  if (is_noisy(s->space->points))
    return;
  for (size_t t = 0; t < n && s->space->rows >= 4; t++) {
    const double *with = lcm_fit_products_with(s->space, t);
    for (size_t u = 0; u < t; u++)
      try_two(s, &(struct pair){&terms[t], &terms[u], of[t].along, of[u].along,
                                of[t].ones, of[u].ones, with[u]});
  }
}

/* Consider "form" with every other power of variable "v" in its term number
 * "i". */
static void vary(struct searching *s, const struct lcm_fit_found *form,
                 size_t i, size_t v) {
  struct lcm_fit_space *space = s->space;
  const struct lcm_fit_term term = space->terms.at[form->term[i]];
  const struct lcm_fit_term other = space->terms.at[form->term[1 - i]];
  struct lcm_fit_line *line = lcm_fit_line_of(space, term.power, v);
  struct lcm_fit_term varied = {.weight = 0};
  struct pair p = {.t = &varied};
  const double *with = NULL;
  memcpy(varied.power, term.power, sizeof varied.power);
  if (form->n > 1) {
    lcm_fit_space_multiply(space);
    with = lcm_fit_line_with(space, line, form->term[1 - i]);
    p.u = &other;
    p.uy = space->products.at[form->term[1 - i]].along;
    p.u1 = space->products.at[form->term[1 - i]].ones;
  }
  for (size_t power = 0; power < space->powers.n; power++) {
    varied.power[v] = (unsigned char)power;
    if (power == term.power[v] || !line->usable[power])
      continue;
    varied.weight = lcm_fit_term_weight(space, &varied);
    p.ty = line->along[power];
    p.t1 = line->ones[power];
    p.tu = with ? with[power] : 0;
    if (with)
      try_two(s, &p);
    else
      try_one(s, &p);
  }
}

/* Vary the likeliest forms of several variables as long as that makes them
 * likelier: the powers that fit best alone need not fit best together. */
static void improve(struct searching *s) {
  double before = -INFINITY;
  for (int round = 0; round < ROUNDS && s->best > before + 1e-6; round++) {
    struct lcm_fit_found top[VARIED];
    const size_t n = lcm_fit_top(top, VARIED, s->found, -1);
    before = s->best;
    for (size_t f = 0; f < n; f++)
      for (size_t i = 0; i < top[f].n; i++)
        for (size_t v = 0; v < s->space->points->n_names; v++)
          vary(s, &top[f], i, v);
  }
}

void lcm_fit_search(lcm_fit_found_list *found, struct lcm_fit_space *space) {
  struct searching s = {
      .space = space,
      .found = found,
      .y1 = lcm_fit_dot(space->y, space->one, space->points->groups),
      .best = -INFINITY};
  lcm_fit_space_multiply(space);
  count(&s);
  try_constant(&s);
  try_all(&s);
  if (space->points->n_names > 1)
    improve(&s);
}
