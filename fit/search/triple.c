/* Searching sums of three terms, from the best pairs on. */

#include "fit/search/triple.h"
#include "fit/search/choose.h"
#include "fit/search/evidence.h"
#include "fit/search/line.h"
#include "fit/search/prior.h"
#include "fit/search/space.h"

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
  FEW_TERMS = 72
};

/* Three terms being looked at; the fourth column is the constant. */
struct triple {
  struct lcm_fit_term term[LCM_FIT_TERMS]; /* they */
  double gram[MOST][MOST];                 /* products of the columns */
  double along[MOST];                      /* products with the values */
  /* l, z: Cholesky's factors of the first "rows" columns, and the values by
   * them */
  double l[MOST][MOST];
  double z[MOST];
  double pivot[MOST];    /* squares of the diagonal of the factors */
  double rest[MOST + 1]; /* squared residuals without the first columns */
  size_t rows;
  double beta[MOST]; /* coefficients */
};

/* A search for sums of three terms. */
struct searching {
  lcm_fit_found_list *found;
  struct lcm_fit_space *space;
  /* of the evidence, without and with a constant */
  struct lcm_fit_bound bound[2];
};

/* Return the product of the columns of terms "a" and "b" of "space". */
static double product(const struct lcm_fit_space *space, size_t a, size_t b) {
  return a > b ? lcm_fit_products_with(space, a)[b]
               : lcm_fit_products_with(space, b)[a];
}

/* Let term "i" of "t" be number[i] of "space", those before it being there. */
static void take_term(struct triple *t, const struct lcm_fit_space *space,
                      const unsigned short *number, size_t i) {
  const struct lcm_fit_products *of = &space->products.at[number[i]];
  t->term[i] = space->terms.at[number[i]];
  t->along[i] = of->along;
  t->gram[MOST - 1][i] = of->ones;
  for (size_t j = 0; j <= i; j++)
    t->gram[i][j] = product(space, number[i], number[j]);
  t->rows = t->rows < i ? t->rows : i;
}

/* Put the first "n" terms number "number" of "space", and the products of their
 * columns, into "t". */
static void take(struct triple *t, struct lcm_fit_space *space,
                 const unsigned short *number, size_t n) {
  const size_t groups = space->points->groups;
  lcm_fit_space_multiply(space);
  t->rows = 0;
  t->rest[0] = space->yy;
  t->along[MOST - 1] = lcm_fit_dot(space->one, space->y, groups);
  t->gram[MOST - 1][MOST - 1] = lcm_fit_dot(space->one, space->one, groups);
  for (size_t i = 0; i < n; i++)
    take_term(t, space, number, i);
}

/* Let "t" have the factors of the first "k" columns; return whether these can
 * be told apart. */
static bool factor(struct triple *t, size_t k) {
  for (size_t i = t->rows; i < k; i++) {
    double *l = t->l[i];
    for (size_t j = 0; j <= i; j++) {
      l[j] = t->gram[i][j];
      for (size_t m = 0; m < j; m++)
        l[j] -= l[m] * t->l[j][m];
      if (j < i)
        l[j] /= t->l[j][j];
    }
    if (l[i] < PARALLEL)
      return false;
    t->pivot[i] = l[i];
    l[i] = sqrt(l[i]);
    t->z[i] = t->along[i];
    for (size_t m = 0; m < i; m++)
      t->z[i] -= l[m] * t->z[m];
    t->z[i] /= l[i];
    t->rest[i + 1] = t->rest[i] - t->z[i] * t->z[i];
    t->rows = i + 1;
  }
  return true;
}

/* Put the coefficients of the first "k" columns of "t" into it. */
static void solve(struct triple *t, size_t k) {
  for (size_t i = k; i-- > 0;) {
    t->beta[i] = t->z[i];
    for (size_t m = i + 1; m < k; m++)
      t->beta[i] -= t->l[m][i] * t->beta[m];
    t->beta[i] /= t->l[i][i];
  }
}

/* Return how likely "t" with "k" columns is before anything is measured, "one"
 * being what void groups make of the constant. */
static double weigh(const struct triple *t, size_t k, double one) {
  double weight = THREE_TERMS;
  for (size_t i = 0; i < LCM_FIT_TERMS; i++) {
    weight += t->term[i].weight;
    if (t->beta[i] < 0)
      return -INFINITY;
  }
  if (k < MOST)
    return weight;
  return weight + one + (t->beta[MOST - 1] < 0 ? NEGATIVE_CONSTANT : 0);
}

/* Return no less than the score of "t" with "k" columns that leave "rest", of
 * which "weight" is known. */
static double bound_of(const struct searching *s, const struct triple *t,
                       size_t k, double rest, double weight) {
  double determinant = 1;
  for (size_t i = 0; i < k; i++)
    determinant *= t->pivot[i];
  return lcm_fit_bound_at(&s->bound[k == MOST], rest, determinant) + weight +
         s->space->offset;
}

/* Add "one", of "t" with "k" columns of which "weight" is known, to those found
 * if it is as likely as "least". */
static void score(struct searching *s, const struct triple *t,
                  struct lcm_fit_found one, double weight, double least) {
  const size_t k = LCM_FIT_TERMS + one.constant;
  double volume = 0;
  for (size_t i = 0; i < k; i++)
    volume += log(t->pivot[i]);
  const struct lcm_fit_evidence e = {k, s->space->rows, one.rest, volume,
                                     s->space->yy};
  one.score =
      lcm_fit_log_evidence(s->space->points, &e) + weight + s->space->offset;
  if (!(one.score > least))
    return;
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    for (size_t i = 0; i < LCM_FIT_TERMS; i++)
      if (t->term[i].power[v] > one.lead[v])
        one.lead[v] = t->term[i].power[v];
  for (size_t i = 0; i < LCM_FIT_TERMS; i++)
    one.term[i] = (unsigned short)lcm_fit_space_term(s->space, &t->term[i]);
  LCM_LIST_ADD(s->space->arena, s->found, one);
}

/* Try "t" without and with a constant; add what is as likely as "least". */
static void try_triple(struct searching *s, struct triple *t, double least) {
  for (size_t k = LCM_FIT_TERMS; k <= MOST && factor(t, k); k++) {
    solve(t, k);
    const double weight = weigh(t, k, s->space->one_weight);
    const double left = t->rest[k] > 0 ? t->rest[k] : 0;
    const struct lcm_fit_found one = {.space = s->space,
                                      .n = LCM_FIT_TERMS,
                                      .constant = k == MOST,
                                      .rest = left + ROUNDING * s->space->yy};
    if (bound_of(s, t, k, one.rest, weight) > least)
      score(s, t, one, weight, least);
  }
}

/* Put the products of column "power" of "line" into "t", whose term number "i"
 * it is, "with" being those with the other terms. */
static void put_products(struct triple *t, const struct lcm_fit_line *line,
                         size_t power, size_t i,
                         const double *const with[LCM_FIT_TERMS]) {
  t->along[i] = line->along[power];
  t->gram[MOST - 1][i] = line->ones[power];
  t->gram[i][i] = line->own[power];
  t->rows = t->rows < i ? t->rows : i;
  for (size_t j = 0; j < LCM_FIT_TERMS; j++)
    if (j < i)
      t->gram[i][j] = with[j][power];
    else if (j > i)
      t->gram[j][i] = with[j][power];
}

/* Try every other power of variable "v" in term "i" of "form". */
static void vary(struct searching *s, const struct lcm_fit_found *form,
                 size_t i, size_t v) {
  struct triple t;
  struct lcm_fit_space *space = s->space;
  const double *with[LCM_FIT_TERMS] = {NULL};
  take(&t, space, form->term, LCM_FIT_TERMS);
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
    try_triple(s, &t, form->score);
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

/* All terms of a space, orthogonal to the constant. */
struct all {
  size_t n;
  double *gram;  /* products with each other, terms x terms */
  double *along; /* with the values */
  double *own;   /* with themselves */
  double yy;     /* of these */
  /* triples that leave least, and what they leave */
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

/* Two terms, those beside which a third one is looked for. */
struct beside {
  /* ga, gb: products of the first and of the second one with all */
  const double *ga;
  const double *gb;
  /* aa, bb: of the first with itself, of what the second has beside it */
  double aa, bb;
  double m;      /* how much of the first the second has */
  double ay, by; /* ay, by: their products with the values */
  double left;   /* what they leave */
};

/* Put into "gain" for each of the first "n" terms a number that is negative
 * only where the term beside "of" leaves more than "limit", by more than
 * rounding: what it takes away, and what it had to, times how much of it is
 * not in the others.  Without a division, all terms side by side. */
static void estimate(double *restrict gain, const struct all *all,
                     const struct beside *of, size_t n, double limit) {
  const double ia = 1 / of->aa;
  const double ib = 1 / of->bb;
  const double m = of->m;
  const double fa = of->ay * ia;
  const double fb = of->by * ib;
  const double need = of->left - limit;
  const double slack = 1e-10 * all->yy;
  const double *ga = of->ga;
  const double *gb = of->gb;
  const double *along = all->along;
  const double *own = all->own;
  for (size_t c = 0; c < n; c++) {
    const double next = gb[c] - m * ga[c];
    const double cy = along[c] - fa * ga[c] - fb * next;
    const double cc = own[c] - ia * ga[c] * ga[c] - ib * next * next;
    gain[c] = cy * cy - need * cc + slack * own[c];
  }
}

/* Keep terms "a", "b" and "c", the first two being "of", with a constant, if
 * that leaves little and no coefficient is negative. */
static void try_third(struct all *all, const struct beside *of,
                      const size_t at[2], size_t c) {
  const double la = of->ga[c] / of->aa;
  const double next = of->gb[c] - of->m * of->ga[c];
  const double lb = next / of->bb;
  const double cc = all->own[c] - la * of->ga[c] - lb * next;
  const double cy = all->along[c] - la * of->ay - lb * of->by;
  const double of_c = cy / cc;
  const double of_b = of->by / of->bb - lb * of_c;
  const double rest = of->left - cy * of_c;
  if (rest < all->rest[EXTENDED - 1] && of_c > 0 && of_b > 0 &&
      of->ay / of->aa - of->m * of_b - la * of_c > 0 &&
      cc > PARALLEL * all->own[c])
    keep(all, at[0], at[1], c, rest);
}

/* Try all third terms beside "a" and "b". */
static void try_thirds(struct all *all, size_t a, size_t b) {
  const double *ga = all->gram + a * all->n;
  const double *gb = all->gram + b * all->n;
  const size_t at[] = {a, b};
  double gain[FEW_TERMS];
  struct beside of = {ga, gb, ga[a], 0, ga[b] / ga[a], all->along[a], 0, 0};
  of.bb = gb[b] - of.m * ga[b];
  of.by = all->along[b] - of.m * of.ay;
  if (of.aa < PARALLEL || of.bb < PARALLEL * gb[b])
    return;
  of.left = all->yy - of.ay * of.ay / of.aa - of.by * of.by / of.bb;
  if (isfinite(all->rest[EXTENDED - 1]))
    estimate(gain, all, &of, b, all->rest[EXTENDED - 1]);
  else
    memset(gain, 0, b * sizeof *gain);
  for (size_t c = 0; c < b; c++)
    if (gain[c] >= 0)
      try_third(all, &of, at, c);
}

/* Try all triples of terms, those that leave least with their exact scores. */
static void search_all(struct searching *s, double least) {
  struct all all = multiply_all(s->space);
  for (size_t a = 0; a < all.n; a++)
    for (size_t b = 0; b < a; b++)
      try_thirds(&all, a, b);
  for (size_t i = 0; i < EXTENDED && isfinite(all.rest[i]); i++) {
    struct triple t;
    take(&t, s->space, all.best[i], LCM_FIT_TERMS);
    try_triple(s, &t, least);
  }
}

/* Try the first "terms" terms beside those of "form". */
static void extend(struct searching *s, const struct lcm_fit_found *form,
                   size_t terms, double least) {
  struct triple t;
  unsigned short number[] = {form->term[0], form->term[1], 0};
  take(&t, s->space, number, 2);
  for (size_t i = 0; i < terms; i++) {
    number[2] = (unsigned short)i;
    take_term(&t, s->space, number, 2);
    try_triple(s, &t, least);
  }
}

/* Return a search over "space" that adds to "found". */
static struct searching searching(lcm_fit_found_list *found,
                                  struct lcm_fit_space *space) {
  struct searching s = {.found = found, .space = space};
  for (size_t k = 0; k < 2; k++) {
    const struct lcm_fit_evidence like = {LCM_FIT_TERMS + k, space->rows, 0, 0,
                                          space->yy};
    s.bound[k] = lcm_fit_bound_of(space->points, &like);
  }
  return s;
}

void lcm_fit_search_triples(lcm_fit_found_list *found,
                            struct lcm_fit_space *space) {
  struct lcm_fit_found top[EXTENDED];
  const size_t terms = space->terms.n;
  const size_t n = lcm_fit_top(top, EXTENDED, found, 2);
  if (!n || space->points->n_names < 2 || space->rows < GROUPS ||
      !lcm_fit_is_unexplained(found, space))
    return;
  struct searching s = searching(found, space);
  const double least = lcm_fit_best(found) - 3;
  search_all(&s, least);
  for (size_t f = 0; f < n; f++)
    extend(&s, &top[f], terms, least);
  for (int round = 0; round < ROUNDS; round++) {
    const size_t many = lcm_fit_top(top, VARIED, found, 3);
    for (size_t f = 0; f < many; f++)
      for (size_t i = 0; i < LCM_FIT_TERMS; i++)
        for (size_t v = 0; v < space->points->n_names; v++)
          vary(&s, &top[f], i, v);
  }
}
