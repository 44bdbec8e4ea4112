/* Predicting settings beside the points of the grid. */
#include <math.h>
#include <string.h>

#include "study/scale/setting.h"

struct lcm_setting lcm_setting_at(const struct lcm_scaling *s, size_t base,
                                  double p) {
  return (struct lcm_setting){
      .base = base, .p = p, .name = s->grid->n_names, .value = NAN};
}

bool lcm_scaling_counts(const struct lcm_scaling *s, size_t j) {
  static const char *const NAMES[] = {"p", "ranks", "threads"};
  if (j == s->axis)
    return true;
  for (size_t i = 0; i < 3 && !s->program->is_model; i++)
    if (!strcmp(s->grid->names[j], NAMES[i]))
      return true;
  return false;
}

/* Put the values of all variables at "setting" into "values", what follows
 * others with them, before it is on one processor. */
static void place(struct lcm_scaling *s, const struct lcm_setting *setting,
                  lcm_binding *values) {
  const lcm_grid *grid = s->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    values[j] = (lcm_binding){grid->names[j], grid->columns[j][setting->base]};
  if (!isnan(setting->p))
    values[s->axis].value = setting->p;
  for (size_t round = 0; round < grid->n_names; round++)
    for (size_t j = 0; j < grid->n_names; j++) {
      if (j == setting->name)
        values[j].value = setting->value;
      else if (grid->follows[j] &&
               lcm_expr_eval(&values[j].value, grid->follows[j], values,
                             grid->n_names))
        values[j].value = NAN;
    }
  for (size_t j = 0; j < grid->n_names && setting->alone; j++)
    if (lcm_scaling_counts(s, j))
      values[j].value = 1;
}

const lcm_grid *lcm_scaling_grid(struct lcm_scaling *s,
                                 const struct lcm_setting *settings, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n_names = s->grid->n_names;
  lcm_grid *grid = LCM_NEW(arena, lcm_grid);
  double **columns = LCM_NEW_ARRAY(arena, double *, n_names + 1);
  lcm_binding *values = LCM_NEW_ARRAY(arena, lcm_binding, n_names + 1);
  for (size_t j = 0; j < n_names; j++)
    columns[j] = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t i = 0; i < n; i++) {
    place(s, &settings[i], values);
    for (size_t j = 0; j < n_names; j++)
      columns[j][i] = values[j].value;
  }
  *grid = *s->grid;
  grid->columns = columns;
  grid->n_points = n;
  return grid;
}

void lcm_scaling_times(double *times, struct lcm_scaling *s,
                       const struct lcm_setting *settings, size_t n) {
  const lcm_grid *grid = lcm_scaling_grid(s, settings, n);
  lcm_predictor_times(times, s->predictor, grid);
  for (size_t j = 0; j < grid->n_names; j++)
    for (size_t i = 0; i < n; i++)
      if (isnan(grid->columns[j][i]))
        times[i] = NAN;
}

void lcm_scaling_efficiencies(double *out, struct lcm_scaling *s,
                              const struct lcm_setting *settings, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  struct lcm_setting *alone = LCM_NEW_ARRAY(arena, struct lcm_setting, n + 1);
  double *times = LCM_NEW_ARRAY(arena, double, n + 1);
  const lcm_grid *grid = lcm_scaling_grid(s, settings, n);
  for (size_t i = 0; i < n; i++) {
    alone[i] = settings[i];
    alone[i].alone = true;
  }
  lcm_scaling_times(out, s, settings, n);
  lcm_scaling_times(times, s, alone, n);
  for (size_t i = 0; i < n; i++) {
    const double p = s->program->is_model ? grid->columns[s->axis][i]
                                          : lcm_grid_processors(grid, i);
    out[i] = times[i] / (p * out[i]);
  }
}

bool lcm_scaling_is_cheap(const struct lcm_scaling *s) {
  return s->formula ||
         (lcm_predictor_closed_form(s->predictor) &&
          lcm_predictor_method(s->predictor) == LCM_METHOD_COMPOSE);
}
