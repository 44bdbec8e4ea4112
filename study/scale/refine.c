/* Refining the size of a partition by its overhead and imbalance until a size
 * comes back (Roth et al. 2012). */
#include <math.h>
#include <string.h>

#include "study/scale/law.h"
#include "study/scale/point.h"
#include "study/scale/refine.h"
#include "study/scale/setting.h"

/* Steps of a refinement at most. */
enum { MOST_STEPS = 64 };

/* A partition that is being refined, at a point. */
struct refining {
  struct lcm_scaling *s;
  size_t variable; /* number of its size in the grid */
  size_t base;
  double low; /* low, high: of the size */
  double high;
};

/* Put what the size "size" costs into "step"; the next size into "*next". */
static lcm_status take_step(struct lcm_refinement_step *step, double *next,
                            struct refining *r, double size) {
  struct lcm_scaling *s = r->s;
  struct lcm_setting at = lcm_setting_at(s, r->base, NAN);
  struct lcm_scale_point point;
  const lcm_prediction *prediction = NULL;
  at.name = r->variable;
  at.value = size;
  lcm_status status =
      lcm_predictor_run(&prediction, s->predictor, lcm_scaling_grid(s, &at, 1));
  status = status ? status : lcm_scaling_points(&point, s, prediction);
  if (status)
    return status;
  *step = (struct lcm_refinement_step){
      size, point.time, point.factors.at[LCM_FACTOR_SCHEDULING].low,
      point.factors.at[LCM_FACTOR_IMBALANCE].low};
  const struct lcm_partition partition = {size, point.p, step->scheduling,
                                          step->imbalance};
  *next = fmin(fmax(round(lcm_law_refine(&partition)), r->low), r->high);
  return LCM_OK;
}

/* Return whether one of the "n" steps at "steps" had the size "size". */
static bool was_there(const struct lcm_refinement_step *steps, size_t n,
                      double size) {
  for (size_t i = 0; i < n; i++)
    if (steps[i].size == size)
      return true;
  return false;
}

/* Set the range of the size of "r" and where it begins. */
static double begin(struct refining *r) {
  const struct lcm_scaling *s = r->s;
  const lcm_grid *grid = s->grid;
  const struct lcm_scale_line *line = &s->lines.at[s->lines.n - 1];
  while (strcmp(grid->names[r->variable], s->what->refine) != 0)
    r->variable++;
  r->base = line->points[line->n - 1];
  r->low = 1;
  r->high = INFINITY;
  for (size_t i = 0; i < s->program->n_params; i++) {
    const lcm_param *param = &s->program->params[i];
    if (strcmp(param->name, s->what->refine) != 0)
      continue;
    if (param->low)
      (void)lcm_expr_is_number(param->low, &r->low);
    if (param->high)
      (void)lcm_expr_is_number(param->high, &r->high);
  }
  return grid->columns[r->variable][r->base];
}

lcm_status lcm_scaling_refine(struct lcm_refinement *out,
                              struct lcm_scaling *s) {
  struct refining r = {.s = s};
  *out = (struct lcm_refinement){0};
  if (!s->what->refine)
    return LCM_OK;
  struct lcm_refinement_step *steps = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->ctx), struct lcm_refinement_step, MOST_STEPS + 1);
  double size = begin(&r);
  double next = NAN;
  lcm_status status = LCM_OK;
  while (out->n < MOST_STEPS && !was_there(steps, out->n, size) && !status) {
    status = take_step(&steps[out->n], &next, &r, size);
    out->n++;
    out->settled = next == size;
    size = next;
  }
  for (size_t i = 1; i < out->n; i++)
    if (steps[i].time < steps[out->best].time)
      out->best = i;
  out->name = s->what->refine;
  out->steps = steps;
  return status;
}
