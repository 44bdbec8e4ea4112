/* Forms that are not linear in their coefficients: starting values, then GSL.
 * */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/search/curve.h"
#include "fit/search/gsl_fit_curve.h"
#include "fit/search/least.h"

/* From how many of the best starting points the search goes on; how often
 * weights are computed anew; how many starting points there are at most. */
enum { STARTS = 6, PASSES = 5, MOST_STARTS = 4000 };

/* Starting values of a coefficient that the form is not linear in: exponents
 * and factors, and, of what is multiplied by a variable, shares of it. */
static const double VALUES[] = {-3,  -2,   -1,  -0.5, -0.1, 0.1, 0.25,
                                0.5, 0.75, 1.5, 1,    2,    3,   10};
static const double SHARES[] = {-10, -3, -1, -0.3, 0.3, 1, 3, 10};

enum {
  N_VALUES = sizeof VALUES / sizeof *VALUES,
  N_SHARES = sizeof SHARES / sizeof *SHARES
};

/* A form being fitted that is not linear. */
struct bending {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const struct lcm_fit_points *points;
  const struct lcm_fit_form *form;
  size_t *bent; /* numbers of the coefficients that it is not linear in */
  size_t n_bent;
  size_t *straight;
  size_t n_straight;
  /* the form; its slopes by the others; the form where those are 0 */
  lcm_tape *tape;
  double **columns; /* of the variables and of the coefficients, for the tape */
  double **results; /* of the tape */
  double *root;     /* of the weight of each group */
  double *starts;   /* values to begin with */
  size_t n_starts;
};

/* Coefficients to begin with, and the squared residuals that they leave. */
struct start {
  double *beta;
  double chi2;
};

/* Return whether the form is linear in coefficient "j" together with those that
 * "b" has as straight. */
static bool is_straight(const struct bending *b, size_t j) {
  const lcm_expr *slope = b->form->slopes[j];
  if (!slope || lcm_expr_has(slope, b->form->names[j]))
    return false;
  for (size_t i = 0; i < b->n_straight; i++) {
    const size_t other = b->straight[i];
    if (lcm_expr_has(slope, b->form->names[other]) ||
        lcm_expr_has(b->form->slopes[other], b->form->names[j]))
      return false;
  }
  return true;
}

/* Divide the coefficients into those the form is linear in and the others. */
static void divide(struct bending *b) {
  const size_t k = b->form->k;
  b->bent = LCM_NEW_ARRAY(b->arena, size_t, k + 1);
  b->straight = LCM_NEW_ARRAY(b->arena, size_t, k + 1);
  for (size_t j = 0; j < k; j++)
    if (is_straight(b, j))
      b->straight[b->n_straight++] = j;
    else
      b->bent[b->n_bent++] = j;
}

/* Return the form where the coefficients that it is linear in are 0. */
static const lcm_expr *bare(const struct bending *b) {
  struct lcm_subst *zeros =
      LCM_NEW_ARRAY(b->arena, struct lcm_subst, b->n_straight + 1);
  for (size_t i = 0; i < b->n_straight; i++)
    zeros[i] = (struct lcm_subst){b->form->names[b->straight[i]],
                                  lcm_expr_int(b->ctx, 0)};
  return lcm_expr_subst(b->ctx, b->form->expr, zeros, b->n_straight);
}

/* Compile the form, its slopes and what is left of it into the tape. */
static lcm_status compile(struct bending *b) {
  const size_t width = b->points->n_names;
  const size_t k = b->form->k;
  const size_t n = b->n_straight + 2;
  const lcm_expr **exprs = LCM_NEW_ARRAY(b->arena, const lcm_expr *, n);
  const char **names = LCM_NEW_ARRAY(b->arena, const char *, width + k + 1);
  for (size_t v = 0; v < width; v++)
    names[v] = b->points->names[v];
  for (size_t j = 0; j < k; j++)
    names[width + j] = b->form->names[j];
  exprs[0] = b->form->expr;
  for (size_t i = 0; i < b->n_straight; i++)
    exprs[1 + i] = b->form->slopes[b->straight[i]];
  exprs[n - 1] = bare(b);
  return exprs[n - 1]
             ? lcm_tape_compile(&b->tape, b->ctx, exprs, n, names, width + k)
             : LCM_EFIT;
}

/* Make room for what the tape reads and writes, and fill in the variables. */
static void make_room(struct bending *b) {
  const size_t width = b->points->n_names;
  const size_t rows = b->points->groups;
  const size_t k = b->form->k;
  b->columns = LCM_NEW_ARRAY(b->arena, double *, width + k + 1);
  b->results = LCM_NEW_ARRAY(b->arena, double *, b->n_straight + 2);
  b->root = LCM_NEW_ARRAY(b->arena, double, rows + 1);
  for (size_t c = 0; c < width + k; c++)
    b->columns[c] = LCM_NEW_ARRAY(b->arena, double, rows + 1);
  for (size_t r = 0; r < b->n_straight + 2; r++)
    b->results[r] = LCM_NEW_ARRAY(b->arena, double, rows + 1);
  for (size_t g = 0; g < rows; g++)
    for (size_t v = 0; v < width; v++)
      b->columns[v][g] = b->points->at[g * width + v];
}

/* Run the tape with the coefficients "beta". */
static void run(struct bending *b, const double *beta) {
  const size_t width = b->points->n_names;
  for (size_t j = 0; j < b->form->k; j++)
    for (size_t g = 0; g < b->points->groups; g++)
      b->columns[width + j][g] = beta[j];
  lcm_tape_run(b->tape, (const double *const *)b->columns, b->points->groups,
               b->results);
}

/* Weigh the groups by the values "like". */
static void weigh(struct bending *b, const double *like) {
  for (size_t g = 0; g < b->points->groups; g++)
    b->root[g] =
        sqrt(b->points->count[g] / lcm_fit_variance(b->points, like[g]));
}

/* Put the best coefficients of those that the form is linear in, the others
 * being what "start" has, into it, and the squared residuals. */
static void straighten(struct bending *b, struct start *start) {
  const size_t rows = b->points->groups;
  const size_t k = b->n_straight;
  double *x = LCM_NEW_ARRAY(b->arena, double, 1 + rows * k);
  double *y = LCM_NEW_ARRAY(b->arena, double, rows + 1);
  double *w = LCM_NEW_ARRAY(b->arena, double, rows + 1);
  bool finite = true;
  for (size_t i = 0; i < k; i++)
    start->beta[b->straight[i]] = 1;
  run(b, start->beta);
  for (size_t g = 0; g < rows; g++) {
    for (size_t i = 0; i < k; i++)
      finite = finite && isfinite(x[g * k + i] = b->results[1 + i][g]);
    y[g] = b->points->centre[g] - b->results[k + 1][g];
    finite = finite && isfinite(y[g]);
    w[g] = b->root[g] * b->root[g];
  }
  const struct lcm_least problem = {rows, k, x, y, w};
  struct lcm_least_result r;
  start->chi2 = INFINITY;
  if (!finite || lcm_least_solve(&r, b->arena, &problem))
    return;
  start->chi2 = r.chi2;
  for (size_t i = 0; i < k; i++)
    start->beta[b->straight[i]] = r.beta[i];
}

/* Put the weighted residuals for the bent coefficients "bent", those that the
 * form is linear in being the best for them, into "out" (lcm_curve). */
static void residuals(double *out, const double *bent, void *user) {
  struct bending *b = user;
  const size_t rows = b->points->groups;
  struct start start = {LCM_NEW_ARRAY(b->arena, double, b->form->k + 1), 0};
  for (size_t i = 0; i < b->n_bent; i++)
    start.beta[b->bent[i]] = bent[i];
  straighten(b, &start);
  run(b, start.beta);
  for (size_t g = 0; g < rows; g++)
    out[g] = isfinite(start.chi2)
                 ? b->root[g] * (b->results[0][g] - b->points->centre[g])
                 : INFINITY;
}

/* Improve the coefficients of "start". */
static lcm_status improve(struct bending *b, struct start *start) {
  const struct lcm_fit_residuals curve = {b->points->groups, b->n_bent,
                                          residuals, b};
  double *bent = LCM_NEW_ARRAY(b->arena, double, b->n_bent + 1);
  double chi2 = 0;
  for (size_t i = 0; i < b->n_bent; i++)
    bent[i] = start->beta[b->bent[i]];
  const lcm_status status = lcm_curve_fit(bent, &chi2, &curve);
  if (status)
    return status;
  for (size_t i = 0; i < b->n_bent; i++)
    start->beta[b->bent[i]] = bent[i];
  straighten(b, start);
  return isfinite(start->chi2) ? LCM_OK : LCM_EFIT;
}

/* Put the values that coefficients may begin with into "b". */
static void find_starts(struct bending *b) {
  const size_t width = b->points->n_names;
  const size_t rows = b->points->groups;
  b->starts =
      LCM_NEW_ARRAY(b->arena, double, N_VALUES + width * (N_SHARES + rows) + 1);
  memcpy(b->starts, VALUES, sizeof VALUES);
  b->n_starts = N_VALUES;
  for (size_t v = 0; v < width; v++) {
    double largest = 0;
    for (size_t g = 0; g < rows; g++)
      largest = fmax(largest, fabs(b->columns[v][g]));
    for (size_t i = 0; i < N_SHARES && largest > 0; i++)
      b->starts[b->n_starts++] = SHARES[i] / largest;
    for (size_t g = 0; g < rows && b->n_bent < 2; g++)
      b->starts[b->n_starts++] = b->columns[v][g];
  }
}

/* Put "start" among the best at "best", of which there are "n"; return how many
 * there are then. */
static size_t insert(struct start *best, size_t n, struct start start) {
  size_t i = n < STARTS ? n : STARTS - 1;
  if (!isfinite(start.chi2) || (n == STARTS && start.chi2 >= best[i].chi2))
    return n;
  for (; i > 0 && best[i - 1].chi2 > start.chi2; i--)
    best[i] = best[i - 1];
  best[i] = start;
  return n < STARTS ? n + 1 : n;
}

/* Try the starting values, every combination of them, and put the best into
 * "best"; return how many. */
static size_t begin(struct bending *b, struct start *best) {
  const size_t k = b->form->k;
  size_t number[8] = {0};
  size_t n = 0;
  size_t tried = 0;
  find_starts(b);
  for (size_t d = 0; d < b->n_bent && tried < MOST_STARTS; tried++) {
    struct start start = {LCM_NEW_ARRAY(b->arena, double, k + 1), 0};
    for (size_t i = 0; i < b->n_bent; i++)
      start.beta[b->bent[i]] = b->starts[number[i]];
    straighten(b, &start);
    n = insert(best, n, start);
    for (d = 0; d < b->n_bent && ++number[d] == b->n_starts; d++)
      number[d] = 0;
  }
  return n;
}

/* Put the slopes of the form at "beta" by differences into "slopes", and what
 * makes it linear there into "offset". */
static lcm_status linearise(double *slopes, double *offset, struct bending *b,
                            double *beta) {
  const size_t k = b->form->k;
  const size_t rows = b->points->groups;
  bool finite = true;
  run(b, beta);
  memcpy(offset, b->results[0], rows * sizeof *offset);
  for (size_t j = 0; j < k; j++) {
    const double value = beta[j];
    const double by = value != 0 ? fabs(value) * 1e-6 : 1e-6;
    beta[j] = value + by;
    run(b, beta);
    for (size_t g = 0; g < rows; g++)
      slopes[g * k + j] = b->results[0][g];
    beta[j] = value - by;
    run(b, beta);
    for (size_t g = 0; g < rows; g++) {
      slopes[g * k + j] = (slopes[g * k + j] - b->results[0][g]) / (2 * by);
      offset[g] -= slopes[g * k + j] * value;
      finite = finite && isfinite(offset[g]);
    }
    beta[j] = value;
  }
  return finite ? LCM_OK : LCM_EFIT;
}

/* Put the coefficients that fit best into "out". */
static lcm_status descend(struct start *out, struct bending *b) {
  struct start best[STARTS];
  out->chi2 = INFINITY;
  weigh(b, b->points->centre);
  const size_t n = begin(b, best);
  for (size_t i = 0; i < n; i++)
    if (!improve(b, &best[i]) && best[i].chi2 < out->chi2)
      *out = best[i];
  lcm_status status = isfinite(out->chi2) ? LCM_OK : LCM_EFIT;
  for (int pass = 0; pass < PASSES && b->points->relative && !status; pass++) {
    run(b, out->beta);
    weigh(b, b->results[0]);
    status = improve(b, out);
  }
  return status;
}

lcm_status lcm_fit_curve(double *slopes, double *offset, lcm_ctx *ctx,
                         lcm_arena *arena, const struct lcm_fit_points *points,
                         const struct lcm_fit_form *form) {
  struct bending b = {
      .ctx = ctx, .arena = arena, .points = points, .form = form};
  struct start best = {0};
  divide(&b);
  if (b.n_bent > 8)
    return LCM_EFIT;
  lcm_status status = compile(&b);
  if (status)
    return status;
  make_room(&b);
  status = descend(&best, &b);
  return status ? status : linearise(slopes, offset, &b, best.beta);
}
