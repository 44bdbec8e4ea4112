/* Crossovers between neighbouring points with different winners.  Times of
 * variants on a line of the grid, and crossovers on it. */
#include "study/compare/search.h"

#include <math.h>
#include <string.h>

#include "composer/gsl/gsl_root.h"

/* Return the values of all variables at "point". */
static const double *values_at(struct lcm_comparing *c, size_t point) {
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, c->grid->n_names + 1);
  for (size_t j = 0; j < c->grid->n_names; j++)
    values[j] = c->grid->columns[j][point];
  return values;
}

void lcm_comparing_add(struct lcm_comparing *c, size_t point,
                       const struct lcm_crossing *crossing) {
  const lcm_crossover crossover = {.variable = c->grid->names[c->axis],
                                   .value = crossing->value,
                                   .from = crossing->from,
                                   .to = crossing->to,
                                   .step = crossing->step,
                                   .exact = crossing->exact,
                                   .others = values_at(c, point)};
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->found, crossover);
}

bool lcm_comparing_is_whole(const struct lcm_comparing *c) {
  static const char *const WHOLE[] = {"p", "procs", "ranks", "threads", "team"};
  const char *name = c->grid->names[c->axis];
  for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++)
    if (!strcmp(name, WHOLE[i]))
      return true;
  const bool muted = lcm_ctx_mute(c->ctx, true);
  bool counts = false;
  for (size_t v = 0; v < c->n && !counts; v++)
    counts = lcm_predictor_counts(c->predictors[v], name);
  (void)lcm_ctx_mute(c->ctx, muted);
  return counts;
}

/* Put the values of all names at "point", with the axis at "x" and what follows
 * it recomputed, into number "i" of "columns"; false where that fails. */
static bool place(const struct lcm_comparing *c, double *const *columns,
                  size_t i, size_t point, double x) {
  const lcm_grid *grid = c->grid;
  lcm_binding *bindings =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), lcm_binding, grid->n_names);
  bool known = true;
  for (size_t j = 0; j < grid->n_names; j++)
    bindings[j] = (lcm_binding){grid->names[j],
                                j == c->axis ? x : grid->columns[j][point]};
  for (size_t round = 0; round < grid->n_names; round++)
    for (size_t j = 0; j < grid->n_names; j++)
      if (grid->follows[j])
        known = !lcm_expr_eval(&bindings[j].value, grid->follows[j], bindings,
                               grid->n_names) &&
                known;
  for (size_t j = 0; j < grid->n_names; j++)
    columns[j][i] = known ? bindings[j].value : NAN;
  return known;
}

void lcm_comparing_times(double *times, struct lcm_comparing *c, size_t v,
                         size_t point, const double *x, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  lcm_grid grid = *c->grid;
  bool *known = LCM_NEW_ARRAY(arena, bool, n + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, grid.n_names + 1);
  for (size_t j = 0; j < grid.n_names; j++)
    columns[j] = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++)
    known[i] = place(c, columns, i, point, x[i]);
  grid.columns = columns;
  grid.n_points = n;
  lcm_predictor_times(times, c->predictors[v], &grid);
  for (size_t i = 0; i < n; i++)
    times[i] = known[i] ? times[i] : NAN;
}

/* The difference of two variants along the axis through one point. */
struct difference {
  struct lcm_comparing *comparing;
  size_t point;
  size_t first;
  size_t second;
};

/* Return the time of variant "v" where the axis has the value "x" and the
 * rest is as at "point"; NaN where there is none. */
static double time_between(struct lcm_comparing *c, size_t v, size_t point,
                           double x) {
  double time = NAN;
  lcm_comparing_times(&time, c, v, point, &x, 1);
  return time;
}

/* Return the time of the first variant of the difference "user" less that of
 * the second, at "x". */
static double difference_at(double x, void *user) {
  const struct difference *d = user;
  return time_between(d->comparing, d->first, d->point, x) -
         time_between(d->comparing, d->second, d->point, x);
}

/* Narrow the sign change of "d" between whole numbers into "*out": the first
 * number at which the second variant is ahead. */
static lcm_status narrow_whole(struct lcm_root *out, struct difference *d,
                               double low, double high) {
  double below = low;
  double above = high;
  while (above - below > 1) {
    const double middle = floor(below + (above - below) / 2);
    const double value = difference_at(middle, d);
    if (isnan(value))
      return LCM_EFIT;
    if (value <= 0)
      below = middle;
    else
      above = middle;
  }
  *out = (struct lcm_root){above, above, true};
  return LCM_OK;
}

/* Return the fastest variant at "x" on the line through "point". */
static size_t winner_between(struct lcm_comparing *c, size_t point, double x) {
  size_t best = 0;
  double least = INFINITY;
  for (size_t v = 0; v < c->n; v++) {
    const double time = time_between(c, v, point, x);
    if (time < least) {
      least = time;
      best = v;
    }
  }
  return best;
}

/* Add the crossover "root" of "d". */
static void add(struct lcm_comparing *c, const struct difference *d,
                const struct lcm_root *root) {
  const double value =
      root->jump ? root->above : root->below + (root->above - root->below) / 2;
  const struct lcm_crossing crossing = {
      .value = value, .from = d->first, .to = d->second, .step = root->jump};
  lcm_comparing_add(c, d->point, &crossing);
}

/* Find where the winner changes from d->first at "low" to d->second at "high",
 * also by way of others that win between. */
static void refine(struct lcm_comparing *c, struct difference d, double low,
                   double high) {
  struct lcm_root root;
  const struct lcm_function1 f = {difference_at, &d};
  const lcm_status status = lcm_comparing_is_whole(c)
                                ? narrow_whole(&root, &d, low, high)
                                : lcm_root_narrow(&root, f, low, high);
  if (status)
    return;
  const size_t best = winner_between(c, d.point, root.below);
  const bool between = best != d.first && best != d.second;
  if (!between || root.below <= low || root.above >= high) {
    add(c, &d, &root);
    return;
  }
  struct difference left = d;
  struct difference right = d;
  left.second = right.first = best;
  refine(c, left, low, root.below);
  refine(c, right, root.above, high);
}

void lcm_comparing_refine(struct lcm_comparing *c, size_t point,
                          const struct lcm_crossing *crossing, double low) {
  const struct difference d = {c, point, crossing->from, crossing->to};
  refine(c, d, low, crossing->value);
}

void lcm_comparing_search(struct lcm_comparing *c,
                          const struct lcm_comparing_line *line) {
  const double *x = c->grid->columns[c->axis];
  for (size_t k = 0; k + 1 < line->n; k++) {
    const size_t i = line->first + k * line->stride;
    const size_t next = i + line->stride;
    const bool rising = x[i] < x[next];
    const size_t low = rising ? i : next;
    const size_t high = rising ? next : i;
    const struct difference d = {c, low, c->winners[low], c->winners[high]};
    if (d.first != d.second)
      refine(c, d, x[low], x[high]);
  }
}
