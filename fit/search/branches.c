/* Values and slopes of forms that are linear in each of two branches. */
#include <math.h>
#include <string.h>

#include "fit/search/branches.h"
#include "fit/search/least.h"

/* How often groups may change branches. */
enum { MAX_PASSES = 8 };

/* A branched form being fitted. */
struct branching {
  lcm_arena *arena;
  lcm_arena scratch; /* what a single solution needs */
  const struct lcm_fit_points *points;
  const struct lcm_fit_form *form;
  double *side[2]; /* slopes and offset of the branches, groups x (k + 1) */
  bool *on;        /* the branch of each group */
  bool *best;      /* that of the least squares so far */
  double chi2;     /* of those */
  double *rows;
  double *y;
  double *w;
};

lcm_status lcm_fit_evaluate(double *out, lcm_ctx *ctx, lcm_arena *arena,
                            const struct lcm_fit_points *points,
                            const lcm_expr *const *exprs, size_t n) {
  const size_t width = points->n_names;
  const size_t rows = points->groups;
  lcm_tape *tape = NULL;
  const lcm_status status =
      lcm_tape_compile(&tape, ctx, exprs, n, points->names, width);
  if (status)
    return status;
  const double **columns = LCM_NEW_ARRAY(arena, const double *, width + 1);
  double **results = LCM_NEW_ARRAY(arena, double *, n + 1);
  for (size_t j = 0; j < width; j++) {
    double *column = LCM_NEW_ARRAY(arena, double, rows + 1);
    for (size_t g = 0; g < rows; g++)
      column[g] = points->at[g * width + j];
    columns[j] = column;
  }
  for (size_t j = 0; j < n; j++)
    results[j] = LCM_NEW_ARRAY(arena, double, rows + 1);
  lcm_tape_run(tape, columns, rows, results);
  bool finite = true;
  for (size_t g = 0; g < rows; g++)
    for (size_t j = 0; j < n; j++) {
      out[g * n + j] = results[j][g];
      finite = finite && isfinite(results[j][g]);
    }
  return finite ? LCM_OK : LCM_EFIT;
}

/* Put the rows of the branches that the groups are on into "b". */
static void fill(struct branching *b) {
  const size_t k = b->form->k;
  for (size_t g = 0; g < b->points->groups; g++) {
    const double *row = b->side[b->on[g]] + g * (k + 1);
    memcpy(b->rows + g * k, row, k * sizeof(double));
    b->y[g] = b->points->centre[g] - row[k];
  }
}

/* Return the value of "row" of slopes and an offset for "beta". */
static double value(const double *row, const double *beta, size_t k) {
  double sum = row[k];
  for (size_t j = 0; j < k; j++)
    sum += row[j] * beta[j];
  return sum;
}

/* Return the squared residuals of the form with the coefficients "beta", and
 * put the branches that the groups really are on there into "b". */
static double residuals(struct branching *b, const double *beta) {
  const size_t k = b->form->k;
  double sum = 0;
  for (size_t g = 0; g < b->points->groups; g++) {
    const double first = value(b->side[0] + g * (k + 1), beta, k);
    const double second = value(b->side[1] + g * (k + 1), beta, k);
    b->on[g] = b->form->least ? second < first : second > first;
    const double d = b->points->centre[g] - (b->on[g] ? second : first);
    sum += b->w[g] * d * d;
  }
  return sum;
}

/* Return whether the groups stay on the branches that they are on once the
 * coefficients are solved for, and put the squared residuals into "*chi2". */
static bool is_settled(struct branching *b, bool *before, double *chi2) {
  fill(b);
  const struct lcm_least problem = {b->points->groups, b->form->k, b->rows,
                                    b->y, b->w};
  struct lcm_least_result r;
  memcpy(before, b->on, b->points->groups * sizeof *b->on);
  const lcm_status status = lcm_least_solve(&r, &b->scratch, &problem);
  *chi2 = status ? INFINITY : residuals(b, r.beta);
  lcm_arena_rewind(&b->scratch);
  return status || !memcmp(before, b->on, b->points->groups * sizeof *b->on);
}

/* Solve with the groups on the branches that they are on, and on those where
 * that puts them, until they stay there. */
static void consider(struct branching *b, bool *before) {
  double chi2 = INFINITY;
  int pass = 0;
  while (pass < MAX_PASSES && !is_settled(b, before, &chi2))
    pass++;
  if (pass == MAX_PASSES || !(chi2 < b->chi2))
    return;
  b->chi2 = chi2;
  memcpy(b->best, b->on, b->points->groups * sizeof *b->on);
}

/* Return whether a group before "at" has the same value of variable "v". */
static bool is_repeated(const struct lcm_fit_points *points, size_t v,
                        size_t at) {
  const size_t width = points->n_names;
  for (size_t g = 0; g < at; g++)
    if (points->at[g * width + v] == points->at[at * width + v])
      return true;
  return false;
}

/* Put the groups whose value of variable "v" is above that of group "at" on the
 * branch "high", the others on the other. */
static void divide(struct branching *b, size_t v, size_t at, int high) {
  const struct lcm_fit_points *points = b->points;
  const size_t width = points->n_names;
  for (size_t g = 0; g < points->groups; g++)
    b->on[g] =
        (points->at[g * width + v] > points->at[at * width + v]) == (high == 1);
}

/* Try every division of the groups by one variable. */
static void divide_all(struct branching *b) {
  const struct lcm_fit_points *points = b->points;
  bool *before = LCM_NEW_ARRAY(b->arena, bool, points->groups + 1);
  for (size_t v = 0; v < points->n_names; v++)
    for (size_t at = 0; at < points->groups; at++)
      for (int high = 0; high < 2 && !is_repeated(points, v, at); high++) {
        divide(b, v, at, high);
        consider(b, before);
      }
}

lcm_status lcm_fit_branches(double *slopes, double *offset, lcm_ctx *ctx,
                            lcm_arena *arena,
                            const struct lcm_fit_points *points,
                            const struct lcm_fit_form *form) {
  const size_t n = points->groups;
  const size_t k = form->k;
  struct branching b = {
      .arena = arena,
      .scratch = {.on_fail = arena->on_fail, .user = arena->user},
      .points = points,
      .form = form,
      .on = LCM_NEW_ARRAY(arena, bool, n + 1),
      .best = LCM_NEW_ARRAY(arena, bool, n + 1),
      .chi2 = INFINITY,
      .rows = LCM_NEW_ARRAY(arena, double, 1 + n * k),
      .y = LCM_NEW_ARRAY(arena, double, n + 1),
      .w = LCM_NEW_ARRAY(arena, double, n + 1)};
  for (size_t i = 0; i < 2; i++) {
    b.side[i] = LCM_NEW_ARRAY(arena, double, n *(k + 1) + 1);
    const lcm_status status =
        lcm_fit_evaluate(b.side[i], ctx, arena, points, form->branch[i], k + 1);
    if (status)
      return status;
  }
  for (size_t g = 0; g < n; g++)
    b.w[g] = points->count[g] / lcm_fit_variance(points, points->centre[g]);
  divide_all(&b);
  lcm_arena_reset(&b.scratch);
  memcpy(b.on, b.best, n * sizeof *b.on);
  fill(&b);
  memcpy(slopes, b.rows, n * k * sizeof(double));
  for (size_t g = 0; g < n; g++)
    offset[g] = b.side[b.on[g]][g * (k + 1) + k];
  return isfinite(b.chi2) ? LCM_OK : LCM_EFIT;
}
