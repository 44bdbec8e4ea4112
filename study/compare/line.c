/* Times of variants on a line of the grid, and crossovers on it. */
#include "study/compare/line.h"

#include <math.h>
#include <string.h>

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
