/* The time with one number changed: the machine or the grid has another. */
#include "study/sensitivity/vary.h"

#include <math.h>
#include <string.h>

/* Multiply the part of "level" that "number" is by "factor". */
static void change_level(struct lcm_level *level,
                         const struct lcm_number *number, double factor) {
  const bool rate = number->kind == LCM_INFLUENCE_BANDWIDTH;
  double *const rates[] = {&level->core, &level->socket, &level->core};
  double *const delays[] = {&level->latency, &level->latency, &level->gather};
  *(rate ? rates : delays)[number->part] *= factor;
}

const lcm_machine *lcm_vary_machine(lcm_ctx *ctx, const lcm_machine *machine,
                                    const struct lcm_number *number,
                                    double factor) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_machine *out = LCM_NEW(arena, lcm_machine);
  *out = *machine;
  switch (number->kind) {
  case LCM_INFLUENCE_COST: {
    struct lcm_cost *costs =
        LCM_NEW_ARRAY(arena, struct lcm_cost, machine->n_costs);
    memcpy(costs, machine->costs, machine->n_costs * sizeof *costs);
    costs[number->index].expr = lcm_expr_mul(
        ctx, lcm_expr_real(ctx, factor), machine->costs[number->index].expr);
    out->costs = costs;
    return out;
  }
  case LCM_INFLUENCE_BANDWIDTH:
  case LCM_INFLUENCE_LATENCY: {
    struct lcm_level *levels =
        LCM_NEW_ARRAY(arena, struct lcm_level, machine->n_levels);
    memcpy(levels, machine->levels, machine->n_levels * sizeof *levels);
    change_level(&levels[number->index], number, factor);
    out->levels = levels;
    return out;
  }
  case LCM_INFLUENCE_CLOCK:
    out->clock *= factor;
    return out;
  case LCM_INFLUENCE_COEFFICIENT:
  case LCM_INFLUENCE_MODEL:
  case LCM_INFLUENCE_PARAMETER:
  case LCM_INFLUENCE_COUNT:
    break;
  }
  return machine;
}

/* Return "grid" with "number", which has a name, times "factor"; "base" is the
 * grid that its column is of. */
static const lcm_grid *vary_grid(struct lcm_sensing *s, const lcm_grid *grid,
                                 const struct lcm_number *number,
                                 double factor) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_grid *out = LCM_NEW(arena, lcm_grid);
  const size_t n = grid->n_names;
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, n + 1);
  double *column = LCM_NEW_ARRAY(arena, double, grid->n_points + 1);
  size_t at = 0;
  *out = *grid;
  for (size_t j = 0; j < n; j++) {
    names[j] = grid->names[j];
    columns[j] = grid->columns[j];
  }
  while (at < n && names[at] != number->symbol)
    at++;
  for (size_t i = 0; i < grid->n_points; i++)
    column[i] = factor * (at < n                 ? columns[at][i]
                          : isnan(number->value) ? 1
                                                 : number->value);
  names[at] = number->symbol;
  columns[at] = column;
  out->names = names;
  out->columns = columns;
  out->n_names = at < n ? n : n + 1;
  out->sizes = NULL;
  out->follows = NULL;
  out->idle = NULL;
  return out;
}

void lcm_vary_times(double *times, struct lcm_sensing *s, const lcm_grid *grid,
                    const struct lcm_number *number, double factor) {
  const struct lcm_sensitivity_reader *reader = &s->request->reader;
  struct lcm_predict_options *options =
      LCM_NEW(lcm_ctx_arena(s->ctx), struct lcm_predict_options);
  const lcm_program *program = s->program;
  struct lcm_predictor *p = NULL;
  const bool muted = lcm_ctx_mute(s->ctx, true);
  *options = s->options;
  for (size_t i = 0; i < grid->n_points; i++)
    times[i] = NAN;
  if (number && number->symbol && number->kind != LCM_INFLUENCE_COST)
    grid = vary_grid(s, grid, number, factor);
  else if (number)
    options->machine = lcm_vary_machine(s->ctx, s->machine, number, factor);
  if (number && number->reading)
    program = reader->read(reader->user, options->machine);
  if (program && !lcm_predictor_new(&p, s->ctx, program, grid, options))
    lcm_predictor_times(times, p, grid);
  (void)lcm_ctx_mute(s->ctx, muted);
}
