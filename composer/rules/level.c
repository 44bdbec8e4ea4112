/* Counts the members that share a level of memory. */
#include <math.h>

#include "composer/rules/level.h"

bool lcm_level_is_shared(const struct lcm_level *level) {
  return isfinite(level->core) && isfinite(level->socket) && level->socket > 0;
}

double lcm_machine_crowd(const lcm_machine *machine, double movers) {
  const double even = ceil(movers / fmax(1, machine->sockets) - 1e-9);
  return machine->placement == LCM_PLACE_SPREAD
             ? even
             : fmax(even, fmin(movers, lcm_machine_cores(machine)));
}

double lcm_machine_sharers(const lcm_machine *machine,
                           const struct lcm_level *level, double movers) {
  const double crowd = lcm_machine_crowd(machine, movers);
  const double cores = lcm_machine_cores(machine);
  const double by = fmax(1, level->shared_by);
  const bool spread =
      machine->placement == LCM_PLACE_SPREAD && isfinite(cores) && by < cores;
  const double even = spread ? ceil(crowd / floor(cores / by) - 1e-9) : crowd;
  return fmax(1, fmin(by, even));
}

/* Return "e" / "by", rounded up. */
static const lcm_expr *shares(lcm_ctx *ctx, const lcm_expr *e, double by) {
  return lcm_expr_apply(ctx, LCM_X_CEIL,
                        lcm_expr_div(ctx, e, lcm_expr_real(ctx, by)));
}

/* Return the smaller of "value" and "e". */
static const lcm_expr *at_most(lcm_ctx *ctx, double value, const lcm_expr *e) {
  const lcm_expr *both[] = {lcm_expr_real(ctx, value), e};
  return both[0] && e ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : NULL;
}

const lcm_expr *lcm_crowd_expr(lcm_ctx *ctx, const lcm_machine *machine,
                               const lcm_expr *movers) {
  const lcm_expr *even = shares(ctx, movers, fmax(1, machine->sockets));
  if (machine->placement == LCM_PLACE_SPREAD)
    return even;
  const lcm_expr *both[] = {even,
                            at_most(ctx, lcm_machine_cores(machine), movers)};
  return even && both[1] ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : NULL;
}

const lcm_expr *lcm_sharers_expr(lcm_ctx *ctx, const lcm_machine *machine,
                                 const struct lcm_level *level,
                                 const lcm_expr *movers) {
  const double cores = lcm_machine_cores(machine);
  const double by = fmax(1, level->shared_by);
  const lcm_expr *crowd = lcm_crowd_expr(ctx, machine, movers);
  if (machine->placement == LCM_PLACE_SPREAD && isfinite(cores) && by < cores)
    crowd = shares(ctx, crowd, floor(cores / by));
  return isfinite(by) ? at_most(ctx, by, crowd) : crowd;
}
