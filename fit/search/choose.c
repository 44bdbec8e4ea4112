/* Which of the forms found are worth fitting exactly: they predict differently,
 * or are likely. */
#include <stdlib.h>

#include "base/order.h"
#include "fit/search/choose.h"
#include "fit/search/evidence.h"
#include "fit/search/least.h"
#include "fit/search/powers.h"
#include "fit/search/space.h"
#include "fit/spread.h"

/* Forms that are less likely than another one by that do not matter. */
static const double NEAR = 8;

/* How many times the median of deviations is beyond chance. */
static const double FAR = 5 * 1.4826;

/* How many forms are looked at closely. */
enum { CLOSELY = 40 };

/* Compare two forms: the likelier first. */
static int by_score(const void *a, const void *b) {
  const struct lcm_fit_found *x = a;
  const struct lcm_fit_found *y = b;
  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  const int order = (x->n > y->n) - (x->n < y->n);
  return order ? order : memcmp(x->term, y->term, sizeof x->term);
}

/* Return how many coefficients "found" has. */
static size_t count(const struct lcm_fit_found *found) {
  if (found->kind == LCM_FIT_SUM)
    return (size_t)found->n + found->constant;
  return found->kind == LCM_FIT_STEP ? 2 : 3;
}

/* Put the row of a threshold at "x", whose factor is "factor" there, into
 * "row". */
static void fill_threshold(double *row, double x, double factor, bool flat) {
  row[0] = flat ? 0 : factor * x;
  row[1] = flat ? 0 : factor;
  row[2] = flat ? factor : 0;
}

/* Put the row of a step, "value" being that of its term, into "row". */
static void fill_step(double *row, double value, bool below) {
  row[0] = below ? value : 0;
  row[1] = below ? 0 : value;
}

/* Put the columns of "found" at group "g" into "row". */
static void fill(double *row, const struct lcm_fit_found *found, size_t g) {
  const struct lcm_fit_space *space = found->space;
  const struct lcm_fit_points *points = space->points;
  const double x = points->at[g * points->n_names + found->axis];
  if (found->kind == LCM_FIT_THRESHOLD) {
    const double *column =
        found->n ? space->terms.at[found->term[0]].column : space->one;
    fill_threshold(row, x, column[g], x <= found->split);
    return;
  }
  if (found->kind == LCM_FIT_STEP) {
    fill_step(row, space->terms.at[found->term[0]].column[g],
              x <= found->split);
    return;
  }
  for (size_t i = 0; i < found->n; i++)
    row[i] = space->terms.at[found->term[i]].column[g];
  if (found->constant)
    row[found->n] = space->one[g];
}

/* Return the value of "term" at "x", over the length of its column. */
static double value_at(const struct lcm_fit_space *space,
                       const struct lcm_fit_term *term, const double *x) {
  double value = 1 / term->length;
  for (size_t v = 0; v < space->points->n_names; v++)
    value *= lcm_fit_power_at(&space->powers.at[term->power[v]], x[v]);
  return value;
}

/* Return the value of the constant, over the length of its column. */
static double constant_at(const struct lcm_fit_space *space) {
  return 1 / sqrt(lcm_fit_dot(space->root, space->root, space->points->groups));
}

/* Put the columns of "found" at the place "x", not weighted, into "row". */
static void fill_at(double *row, const struct lcm_fit_found *found,
                    const double *x) {
  const struct lcm_fit_space *space = found->space;
  const bool below = x[found->axis] <= found->split;
  double value[LCM_FIT_TERMS + 1];
  for (size_t i = 0; i < found->n; i++)
    value[i] = value_at(space, &space->terms.at[found->term[i]], x);
  if (found->kind == LCM_FIT_THRESHOLD)
    fill_threshold(row, x[found->axis],
                   found->n ? value[0] : constant_at(space), below);
  else if (found->kind == LCM_FIT_STEP)
    fill_step(row, value[0], below);
  else
    memcpy(row, value, found->n * sizeof *row);
  if (found->constant)
    row[found->n] = constant_at(space);
}

void lcm_fit_corners(double *low, double *high,
                     const struct lcm_fit_points *points) {
  const size_t width = points->n_names;
  for (size_t v = 0; v < width; v++) {
    low[v] = INFINITY;
    high[v] = -INFINITY;
    for (size_t g = 0; g < points->groups; g++) {
      low[v] = fmin(low[v], points->at[g * width + v]);
      high[v] = fmax(high[v], points->at[g * width + v]);
    }
    high[v] *= LCM_FIT_BEYOND;
  }
}

/* Return whether the form "found" with the coefficients "beta" is negative
 * somewhere between the smallest values and those beyond the largest. */
static bool is_negative(const struct lcm_fit_found *found, const double *beta) {
  const size_t width = found->space->points->n_names;
  const size_t k = count(found);
  double ends[2][LCM_FIT_VARIABLES];
  lcm_fit_corners(ends[0], ends[1], found->space->points);
  double size = 0;
  double least = INFINITY;
  for (unsigned corner = 0; corner < 1U << width; corner++) {
    double x[LCM_FIT_VARIABLES];
    double row[LCM_FIT_TERMS + 1];
    double value = 0;
    for (size_t v = 0; v < width; v++)
      x[v] = ends[corner >> v & 1][v];
    fill_at(row, found, x);
    for (size_t j = 0; j < k; j++)
      value += row[j] * beta[j];
    size = fmax(size, fabs(value));
    least = fmin(least, value);
  }
  return least < -1e-6 * size;
}

/* Put the value of "found" at the place "x" beyond the points, and its
 * deviation, into it. */
static void look_beyond(struct lcm_fit_found *found, const double *x,
                        const struct lcm_least_result *r) {
  const struct lcm_fit_points *points = found->space->points;
  const size_t k = count(found);
  double row[LCM_FIT_TERMS + 1];
  fill_at(row, found, x);
  double value = 0;
  double square = 0;
  for (size_t i = 0; i < k; i++) {
    value += row[i] * r->beta[i];
    for (size_t j = 0; j < k; j++)
      square += row[i] * row[j] * r->inverse[i * k + j];
  }
  const struct lcm_fit_evidence like = {k, found->space->rows, 0, 0,
                                        found->space->yy};
  const struct lcm_fit_parts parts = lcm_fit_parts_of(points, &like);
  found->beyond = value;
  found->deviation =
      parts.half > 0 ? sqrt(square * lcm_fit_spread_of(&parts, r->chi2)) : 0;
}

/* Solve for the coefficients of "found" and put its rows into "*rows". */
static lcm_status solve(struct lcm_least_result *r, lcm_arena *arena,
                        const struct lcm_fit_found *found) {
  const struct lcm_fit_space *space = found->space;
  const size_t n = space->points->groups;
  const size_t k = count(found);
  double *w = LCM_NEW_ARRAY(arena, double, n + 1);
  double *rows = LCM_NEW_ARRAY(arena, double, 1 + n * k);
  for (size_t g = 0; g < n; g++) {
    fill(rows + g * k, found, g);
    w[g] = 1;
  }
  const struct lcm_least problem = {n, k, rows, space->y, w};
  return lcm_least_solve(r, arena, &problem);
}

lcm_status lcm_fit_found_value(double *value, lcm_arena *arena,
                               const struct lcm_fit_found *found,
                               const double *x) {
  struct lcm_least_result r;
  double row[LCM_FIT_TERMS + 1];
  const lcm_status status = solve(&r, arena, found);
  if (status)
    return status;
  fill_at(row, found, x);
  *value = 0;
  for (size_t j = 0; j < count(found); j++)
    *value += row[j] * r.beta[j];
  return LCM_OK;
}

/* Return the deviation of group "g" from "found", whose coefficients are
 * "beta", in units of the root of its variance. */
static double deviation(const struct lcm_fit_found *found, const double *beta,
                        size_t g) {
  const struct lcm_fit_space *space = found->space;
  const struct lcm_fit_points *points = space->points;
  const size_t k = count(found);
  double row[LCM_FIT_TERMS + 1];
  double value = 0;
  fill_at(row, found, points->at + g * points->n_names);
  for (size_t j = 0; j < k; j++)
    value += row[j] * beta[j];
  return (points->centre[g] - value) *
         sqrt(points->count[g] /
              lcm_fit_variance(points, fmax(value, points->floor)));
}

bool lcm_fit_far(bool *far, lcm_arena *arena,
                 const struct lcm_fit_found *found) {
  const size_t n = found->space->points->groups;
  double *all = LCM_NEW_ARRAY(arena, double, 2 * n + 1);
  struct lcm_least_result r;
  if (solve(&r, arena, found))
    return false;
  for (size_t g = 0; g < n; g++)
    all[g] = all[n + g] = fabs(deviation(found, r.beta, g));
  qsort(all, n, sizeof *all, lcm_order_numbers);
  const double limit = fmax(FAR * all[n / 2], 1e-9);
  bool any = false;
  for (size_t g = 0; g < n; g++) {
    far[g] = all[n + g] > limit && all[n - n / 5] <= limit;
    any = any || far[g];
  }
  return any;
}

/* Compute the score of "found" anew, in full precision: what the search used is
 * fast; "beyond" is the place of lcm_fit_reach.  Forms that are negative are
 * none. */
static void refine(struct lcm_fit_found *found, lcm_arena *arena,
                   const double *beyond) {
  const struct lcm_fit_space *space = found->space;
  const size_t k = count(found);
  struct lcm_least_result r;
  if (found->exact)
    return;
  if (solve(&r, arena, found) || is_negative(found, r.beta)) {
    found->score = -INFINITY;
    return;
  }
  const struct lcm_fit_evidence like = {k, space->rows, 0, 0, space->yy};
  const struct lcm_fit_parts parts = lcm_fit_parts_of(space->points, &like);
  found->score += lcm_fit_likelihood(&parts, r.chi2) -
                  lcm_fit_likelihood(&parts, found->rest);
  found->exact = true;
  look_beyond(found, beyond, &r);
}

/* Return the likeliest of what leads the first "n" of "found": the sum over all
 * forms with the same powers in the lead. */
static const unsigned char *find_lead(const lcm_fit_found_list *found,
                                      size_t n) {
  const unsigned char *best = found->at[0].lead;
  double share[CLOSELY];
  double most = 0;
  for (size_t i = 0; i < n; i++)
    share[i] = exp(found->at[i].score - found->at[0].score);
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++)
      if (!memcmp(found->at[i].lead, found->at[j].lead, LCM_FIT_VARIABLES))
        sum += share[j];
    best = sum > most ? found->at[i].lead : best;
    most = fmax(most, sum);
  }
  return best;
}

/* Return whether "a" and "b" are the same form. */
static bool is_same(const struct lcm_fit_found *a,
                    const struct lcm_fit_found *b) {
  if (a->n != b->n || a->constant != b->constant || a->kind != b->kind ||
      a->split != b->split || a->axis != b->axis || a->space != b->space)
    return false;
  bool same = true;
  for (size_t i = 0; i < a->n; i++) {
    bool in = false;
    for (size_t j = 0; j < b->n; j++)
      in = in || a->term[i] == b->term[j];
    same = same && in;
  }
  return same;
}

/* Return whether "found" may be as likely as one with the score "best": it is
 * by no more than "less" less so, or only rounding made it so unlikely. */
static bool is_near(const struct lcm_fit_found *found, double best,
                    double less) {
  return found->score > best - less || found->rest < 1e-10 * found->space->yy;
}

/* Leave in "found" those that are near the likeliest. */
static void leave_near(lcm_fit_found_list *found) {
  const double best = lcm_fit_best(found);
  size_t n = 0;
  for (size_t i = 0; i < found->n; i++)
    if (is_near(&found->at[i], best, NEAR))
      found->at[n++] = found->at[i];
  found->n = n;
}

/* Put the likeliest forms and those near them, each once, to the front of
 * "found"; return how many. */
static size_t gather(lcm_fit_found_list *found) {
  size_t n = 0;
  leave_near(found);
  if (found->n)
    qsort(found->at, found->n, sizeof *found->at, by_score);
  for (size_t i = 0; i < found->n && n < CLOSELY; i++) {
    size_t same = 0;
    while (same < n && !is_same(&found->at[same], &found->at[i]))
      same++;
    if (same == n)
      found->at[n++] = found->at[i];
  }
  found->n = n;
  return n;
}

bool lcm_fit_is_worth(const struct lcm_fit_found *found, double best) {
  return is_near(found, best, LCM_FIT_WORTH);
}

double lcm_fit_best(const lcm_fit_found_list *found) {
  double best = -INFINITY;
  for (size_t i = 0; i < found->n; i++)
    best = found->at[i].score > best ? found->at[i].score : best;
  return best;
}

size_t lcm_fit_choose(lcm_fit_found_list *found, lcm_arena *arena) {
  size_t n = gather(found);
  double beyond[LCM_FIT_VARIABLES];
  if (!n)
    return 0;
  lcm_fit_reach(beyond, arena, found->at[0].space->points);
  for (size_t i = 0; i < n; i++)
    refine(&found->at[i], arena, beyond);
  qsort(found->at, n, sizeof *found->at, by_score);
  while (n && found->at[n - 1].score == -INFINITY)
    n--;
  if (!n)
    return 0;
  const unsigned char *lead = find_lead(found, n);
  size_t first = 0;
  while (memcmp(found->at[first].lead, lead, LCM_FIT_VARIABLES))
    first++;
  const struct lcm_fit_found chosen = found->at[first];
  memmove(found->at + 1, found->at, first * sizeof *found->at);
  found->at[0] = chosen;
  return n;
}
