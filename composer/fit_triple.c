#include <math.h>
#include <string.h>

#include "composer/fit_search_internal.h"

/* Logarithms of how likely forms of three terms, none of them negative, are
 * before anything is measured, and of a negative constant among them. */
static const double THREE_TERMS = -9.8;
static const double NEGATIVE_CONSTANT = -2.5;

/* How many times the scatter of repetitions the rest of two terms is where a
 * third one is looked for. */
static const double UNEXPLAINED = 1.5;

/* Residuals below that share of the squared values are rounding; pivots below
 * that are none. */
static const double ROUNDING = 1e-13;
static const double PARALLEL = 1e-9;

/* How many forms get a third term, how many of three terms are varied and how
 * often; fewest groups for that; coefficients; of how many terms all triples
 * are tried. */
enum {
  EXTENDED = 4,
  VARIED = 3,
  ROUNDS = 3,
  GROUPS = 10,
  MOST = 4,
  FEW_TERMS = 100
};

/* Three terms being looked at.
 * term   they
 * k      columns: three, or four with the constant
 * gram   products of these, then the coefficients' factors
 * beta   products with the values, then the coefficients
 * volume logarithm of the determinant
 * rest   squared residuals */
struct triple {
  struct lcm_fit_term term[LCM_FIT_TERMS];
  size_t k;
  double gram[MOST][MOST];
  double along[MOST];
  double beta[MOST];
  double volume;
  double rest;
};

/* Return the product of the columns of terms "a" and "b" of "space". */
static double product(const struct lcm_fit_space *space, size_t a, size_t b) {
  return a > b ? lcm_fit_products_with(space, a)[b]
               : lcm_fit_products_with(space, b)[a];
}

/* Put the terms number "number" of "space", and the products of their columns,
 * into "t". */
static void take(struct triple *t, struct lcm_fit_space *space,
                 const unsigned short *number) {
  const size_t n = space->points->groups;
  lcm_fit_space_multiply(space);
  for (size_t i = 0; i < LCM_FIT_TERMS; i++) {
    t->term[i] = space->terms.at[number[i]];
    t->along[i] = space->products.at[number[i]].along;
    t->gram[MOST - 1][i] = space->products.at[number[i]].ones;
    for (size_t j = 0; j <= i; j++)
      t->gram[i][j] = product(space, number[i], number[j]);
  }
  t->along[MOST - 1] = lcm_fit_dot(space->one, space->y, n);
  t->gram[MOST - 1][MOST - 1] = lcm_fit_dot(space->one, space->one, n);
}

/* Solve for the coefficients of the first "k" columns of "t" by Cholesky's
 * factors; return whether they can be told apart. */
static bool solve(struct triple *t, size_t k, double yy) {
  double l[MOST][MOST];
  double z[MOST];
  t->volume = 0;
  t->rest = yy;
  for (size_t i = 0; i < k; i++) {
    for (size_t j = 0; j <= i; j++) {
      l[i][j] = t->gram[i][j];
      for (size_t m = 0; m < j; m++)
        l[i][j] -= l[i][m] * l[j][m];
      if (j < i)
        l[i][j] /= l[j][j];
    }
    if (l[i][i] < PARALLEL)
      return false;
    t->volume += log(l[i][i]);
    l[i][i] = sqrt(l[i][i]);
    z[i] = t->along[i];
    for (size_t m = 0; m < i; m++)
      z[i] -= l[i][m] * z[m];
    z[i] /= l[i][i];
    t->rest -= z[i] * z[i];
  }
  for (size_t i = k; i-- > 0;) {
    t->beta[i] = z[i];
    for (size_t m = i + 1; m < k; m++)
      t->beta[i] -= l[m][i] * t->beta[m];
    t->beta[i] /= l[i][i];
  }
  t->k = k;
  return true;
}

/* Return how likely "t" is before anything is measured. */
static double weigh(const struct triple *t) {
  double weight = THREE_TERMS;
  for (size_t i = 0; i < LCM_FIT_TERMS; i++) {
    weight += t->term[i].weight;
    if (t->beta[i] < 0)
      return -INFINITY;
  }
  return weight +
         (t->k == MOST && t->beta[MOST - 1] < 0 ? NEGATIVE_CONSTANT : 0);
}

/* Add "t" with "k" columns to "found" if it is as likely as "least". */
static void try_columns(lcm_fit_found_list *found, struct lcm_fit_space *space,
                        struct triple *t, size_t k, double least) {
  if (!solve(t, k, space->yy))
    return;
  struct lcm_fit_found one = {.space = space,
                              .n = LCM_FIT_TERMS,
                              .constant = k == MOST,
                              .rest = fmax(t->rest, 0) + ROUNDING * space->yy};
  const struct lcm_fit_evidence e = {k, space->rows, one.rest, t->volume,
                                     space->yy};
  one.score =
      lcm_fit_log_evidence(space->points, &e) + weigh(t) + space->offset;
  if (!(one.score > least))
    return;
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    for (size_t i = 0; i < LCM_FIT_TERMS; i++)
      if (t->term[i].power[v] > one.lead[v])
        one.lead[v] = t->term[i].power[v];
  for (size_t i = 0; i < LCM_FIT_TERMS; i++)
    one.term[i] = (unsigned short)lcm_fit_space_term(space, &t->term[i]);
  LCM_LIST_ADD(space->arena, found, one);
}

/* Try "t" without and with a constant. */
static void try_triple(lcm_fit_found_list *found, struct lcm_fit_space *space,
                       struct triple *t, double least) {
  try_columns(found, space, t, LCM_FIT_TERMS, least);
  try_columns(found, space, t, MOST, least);
}

/* Put the products of column "power" of "line" into "t", whose term number "i"
 * it is, "with" being those with the other terms. */
static void put_products(struct triple *t, const struct lcm_fit_line *line,
                         size_t power, size_t i,
                         const double *const with[LCM_FIT_TERMS]) {
  t->along[i] = line->along[power];
  t->gram[MOST - 1][i] = line->ones[power];
  t->gram[i][i] = line->own[power];
  for (size_t j = 0; j < LCM_FIT_TERMS; j++)
    if (j < i)
      t->gram[i][j] = with[j][power];
    else if (j > i)
      t->gram[j][i] = with[j][power];
}

/* Try every other power of variable "v" in term "i" of "form". */
static void vary(lcm_fit_found_list *found, struct lcm_fit_space *space,
                 const struct lcm_fit_found *form, size_t i, size_t v) {
  struct triple t;
  const double *with[LCM_FIT_TERMS] = {NULL};
  take(&t, space, form->term);
  struct lcm_fit_line *line = lcm_fit_line_of(space, t.term[i].power, v);
  for (size_t j = 0; j < LCM_FIT_TERMS; j++)
    if (j != i)
      with[j] = lcm_fit_line_with(space, line, form->term[j]);
  t.term[i].column = NULL;
  for (size_t power = 0; power < space->powers.n; power++) {
    if (!line->usable[power])
      continue;
    t.term[i].power[v] = (unsigned char)power;
    t.term[i].weight = lcm_fit_term_weight(space, &t.term[i]);
    put_products(&t, line, power, i, with);
    try_triple(found, space, &t, form->score);
  }
}

size_t lcm_fit_top(struct lcm_fit_found *top, size_t room,
                   const lcm_fit_found_list *found, int n) {
  size_t many = 0;
  for (size_t i = 0; i < found->n; i++) {
    const struct lcm_fit_found *one = &found->at[i];
    if ((n >= 0 && (one->n != n || one->kind != LCM_FIT_SUM)) ||
        (many == room && !(one->score > top[many - 1].score)))
      continue;
    size_t at = many < room ? many++ : room - 1;
    for (; at > 0 && one->score > top[at - 1].score; at--)
      top[at] = top[at - 1];
    top[at] = *one;
  }
  return many;
}

bool lcm_fit_is_unexplained(const lcm_fit_found_list *found,
                            const struct lcm_fit_space *space) {
  const struct lcm_fit_points *points = space->points;
  const struct lcm_fit_found *best = found->at;
  for (size_t i = 0; i < found->n; i++)
    best = found->at[i].score > best->score ? &found->at[i] : best;
  if (!found->n || best->rest < 100 * ROUNDING * space->yy)
    return false;
  const double rest = best->rest / fmax(space->rows - 3, 1);
  return points->freedom <= 0 ||
         rest > UNEXPLAINED * points->scatter / points->freedom;
}

/* All terms of a space, orthogonal to the constant.
 * gram   products with each other, terms x terms
 * along  with the values
 * own    with themselves
 * yy     of these
 * best   triples that leave least, and what they leave */
struct all {
  size_t n;
  double *gram;
  double *along;
  double *own;
  double yy;
  unsigned short best[EXTENDED][LCM_FIT_TERMS];
  double rest[EXTENDED];
};

/* Return the products of the first terms of "space". */
static struct all multiply_all(struct lcm_fit_space *space) {
  const size_t n = space->terms.n < FEW_TERMS ? space->terms.n : FEW_TERMS;
  const size_t rows = space->points->groups;
  const double y1 = lcm_fit_dot(space->y, space->one, rows);
  struct all all = {n,
                    LCM_NEW_ARRAY(space->arena, double, n *n),
                    LCM_NEW_ARRAY(space->arena, double, n),
                    LCM_NEW_ARRAY(space->arena, double, n),
                    space->yy - y1 * y1,
                    {{0}},
                    {0}};
  lcm_fit_space_multiply(space);
  const struct lcm_fit_products *of = space->products.at;
  for (size_t i = 0; i < n; i++) {
    const double *with = lcm_fit_products_with(space, i);
    all.along[i] = of[i].along - of[i].ones * y1;
    for (size_t j = 0; j <= i; j++)
      all.gram[i * n + j] = all.gram[j * n + i] =
          with[j] - of[i].ones * of[j].ones;
    all.own[i] = all.gram[i * n + i];
  }
  for (size_t i = 0; i < EXTENDED; i++)
    all.rest[i] = INFINITY;
  return all;
}

/* Keep terms "a", "b" and "c", which leave "rest", if that is little. */
static void keep(struct all *all, size_t a, size_t b, size_t c, double rest) {
  size_t i = EXTENDED - 1;
  if (!(rest < all->rest[i]))
    return;
  for (; i > 0 && rest < all->rest[i - 1]; i--) {
    all->rest[i] = all->rest[i - 1];
    memcpy(all->best[i], all->best[i - 1], sizeof all->best[i]);
  }
  all->rest[i] = rest;
  all->best[i][0] = (unsigned short)a;
  all->best[i][1] = (unsigned short)b;
  all->best[i][2] = (unsigned short)c;
}

/* Try all third terms beside "a" and "b", with a constant; keep those where no
 * coefficient is negative. */
static void try_thirds(struct all *all, size_t a, size_t b) {
  const double *ga = all->gram + a * all->n;
  const double *gb = all->gram + b * all->n;
  const double aa = ga[a];
  const double m = ga[b] / aa;
  const double bb = gb[b] - m * ga[b];
  const double by = all->along[b] - m * all->along[a];
  const double only_a = all->along[a] / aa;
  const double only_b = by / bb;
  if (aa < PARALLEL || bb < PARALLEL * gb[b])
    return;
  const double left =
      all->yy - all->along[a] * all->along[a] / aa - by * by / bb;
  for (size_t c = 0; c < b; c++) {
    const double la = ga[c] / aa;
    const double beside = gb[c] - m * ga[c];
    const double lb = beside / bb;
    const double cc = all->own[c] - la * ga[c] - lb * beside;
    const double cy = all->along[c] - la * all->along[a] - lb * by;
    const double of_c = cy / cc;
    const double of_b = only_b - lb * of_c;
    if (left - cy * of_c < all->rest[EXTENDED - 1] && of_c > 0 && of_b > 0 &&
        only_a - m * of_b - la * of_c > 0 && cc > PARALLEL * all->own[c])
      keep(all, a, b, c, left - cy * of_c);
  }
}

/* Try all triples of terms of "space", those that leave least with their exact
 * scores. */
static void search_all(lcm_fit_found_list *found, struct lcm_fit_space *space,
                       double least) {
  struct all all = multiply_all(space);
  for (size_t a = 0; a < all.n; a++)
    for (size_t b = 0; b < a; b++)
      try_thirds(&all, a, b);
  for (size_t i = 0; i < EXTENDED && isfinite(all.rest[i]); i++) {
    struct triple t;
    take(&t, space, all.best[i]);
    try_triple(found, space, &t, least);
  }
}

void lcm_fit_search_triples(lcm_fit_found_list *found,
                            struct lcm_fit_space *space) {
  struct lcm_fit_found top[EXTENDED];
  const size_t terms = space->terms.n;
  const size_t n = lcm_fit_top(top, EXTENDED, found, 2);
  if (!n || space->points->n_names < 2 || space->rows < GROUPS ||
      !lcm_fit_is_unexplained(found, space))
    return;
  struct lcm_fit_found best;
  (void)lcm_fit_top(&best, 1, found, -1);
  const double least = best.score - 3;
  search_all(found, space, least);
  for (size_t f = 0; f < n; f++)
    for (size_t i = 0; i < terms; i++) {
      const unsigned short number[] = {top[f].term[0], top[f].term[1],
                                       (unsigned short)i};
      struct triple t;
      take(&t, space, number);
      try_triple(found, space, &t, least);
    }
  for (int round = 0; round < ROUNDS; round++) {
    const size_t many = lcm_fit_top(top, VARIED, found, 3);
    for (size_t f = 0; f < many; f++)
      for (size_t i = 0; i < LCM_FIT_TERMS; i++)
        for (size_t v = 0; v < space->points->n_names; v++)
          vary(found, space, &top[f], i, v);
  }
}
