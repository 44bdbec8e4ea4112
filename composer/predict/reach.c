/* Points far outside of what models were measured in: they are named, and their
 * intervals widen. */
#include <math.h>
#include <string.h>

#include "composer/predict/reach.h"
#include "model/measurement/measurement.h"

/* The models of a program, and the numbers of processors at which those that
 * say so were measured. */
struct reach {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_model *) models;
  double low;
  double high;
  lcm_loc loc; /* of one of them */
};

/* Add the models of "node". */
static lcm_status collect(const lcm_node *node, void *user) {
  struct reach *r = user;
  for (size_t i = 0; i < node->n_models; i++) {
    double low = 0;
    double high = 0;
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &r->models, &node->models[i]);
    if (!lcm_source_range(&low, &high, node->models[i].source, "p"))
      continue;
    r->loc = high > r->high ? node->loc : r->loc;
    r->low = fmin(r->low, low);
    r->high = fmax(r->high, high);
  }
  return LCM_OK;
}

/* Return whether a model of "r" depends on "name". */
static bool matters(const struct reach *r, const char *name) {
  for (size_t i = 0; i < r->models.n; i++)
    if (r->models.at[i]->expr && lcm_expr_has(r->models.at[i]->expr, name))
      return true;
  return false;
}

/* Return the value of the variable "name" at point "i"; NAN where the grid
 * gives it none. */
static double value_of(const struct lcm_predictor *p, const lcm_point *points,
                       const char *name, size_t i) {
  const lcm_grid *grid = p->setup.grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name))
      return grid->columns[j][i];
  return strcmp(name, "p") ? NAN : points[i].p;
}

/* Add "range" to "basis" where some point lies far outside of it. */
static void add_range(struct lcm_basis *basis, struct lcm_predictor *p,
                      const lcm_point *points, struct lcm_beyond range) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  struct lcm_beyond *all =
      LCM_NEW_ARRAY(arena, struct lcm_beyond, basis->n_beyond + 2);
  double most = LCM_FAR_BEYOND;
  for (size_t i = 0; i < p->setup.grid->n_points; i++) {
    const double value = value_of(p, points, range.name, i);
    const double by = lcm_range_beyond(value, range.low, range.high);
    if (!(by > most))
      continue;
    most = by;
    range.value = value;
  }
  if (!(most > LCM_FAR_BEYOND))
    return;
  for (size_t i = 0; i < basis->n_beyond; i++)
    all[i] = basis->beyond[i];
  all[basis->n_beyond++] = range;
  basis->beyond = all;
}

void lcm_reach_find(struct lcm_basis *basis, struct lcm_predictor *p,
                    const lcm_point *points) {
  const lcm_program *program = p->setup.program;
  struct reach r = {.ctx = p->setup.ctx, .low = INFINITY, .high = -INFINITY};
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, collect, &r))
      return;
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    struct lcm_beyond range = {.name = param->name, .loc = param->loc};
    if (param->low && param->high &&
        lcm_expr_is_number(param->low, &range.low) &&
        lcm_expr_is_number(param->high, &range.high) &&
        matters(&r, param->name))
      add_range(basis, p, points, range);
  }
  if (r.low <= r.high)
    add_range(basis, p, points,
              (struct lcm_beyond){
                  .name = "p", .low = r.low, .high = r.high, .loc = r.loc});
}

void lcm_reach_widen(lcm_point *points, const struct lcm_predictor *p,
                     const struct lcm_basis *basis) {
  for (size_t i = 0; i < p->setup.grid->n_points; i++) {
    lcm_point *point = &points[i];
    double wider = 1;
    for (size_t k = 0; k < basis->n_beyond; k++) {
      const struct lcm_beyond *range = &basis->beyond[k];
      const double by = lcm_range_beyond(value_of(p, points, range->name, i),
                                         range->low, range->high);
      wider += by > LCM_FAR_BEYOND && isfinite(by) ? log2(by) : 0;
    }
    point->low = point->time - wider * (point->time - point->low);
    point->high = point->time + wider * (point->high - point->time);
    if (point->time >= 0)
      point->low = fmax(0, point->low);
  }
}

void lcm_reach_tell(lcm_ctx *ctx, const struct lcm_basis *basis,
                    const lcm_grid *grid) {
  for (size_t i = 0; i < basis->n_beyond; i++) {
    const struct lcm_beyond *range = &basis->beyond[i];
    if (grid->swept && !strcmp(range->name, "p"))
      continue;
    lcm_report(ctx, LCM_DIAG_OUT_OF_RANGE, range->loc,
               "%s = %g is far outside of %g..%g, the range of the models: "
               "measure there, or nearer",
               range->name, range->value, range->low, range->high);
  }
}
