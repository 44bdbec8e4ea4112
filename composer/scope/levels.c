/* Levels of memory: what a byte costs there. */
#include <math.h>

#include "composer/scope/levels.h"

double lcm_level_rate(const struct lcm_level *level) {
  const double bandwidth = fmin(level->core, level->socket);
  return isfinite(bandwidth) && bandwidth > 0 ? 1 / bandwidth : 0;
}

bool lcm_machine_moves(const lcm_machine *machine) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, "transfer");
  return cost && !lcm_expr_is_int(cost->expr, 0);
}
