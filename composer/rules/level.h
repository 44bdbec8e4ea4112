/* How members of a team share the levels of memory, by where the machine puts
 * them: as numbers, and as expressions. */
#pragma once

#include "model/machine/machine.h"

/* Return whether cores of a socket slow each other down at "level". */
bool lcm_level_is_shared(const struct lcm_level *level);

/* Return how many of "movers" members are on the socket that has most. */
double lcm_machine_crowd(const lcm_machine *machine, double movers);

/* Return how many of "movers" members share one of "level", at most. */
double lcm_machine_sharers(const lcm_machine *machine,
                           const struct lcm_level *level, double movers);

/* As lcm_machine_crowd. */
const lcm_expr *lcm_crowd_expr(lcm_ctx *ctx, const lcm_machine *machine,
                               const lcm_expr *movers);

/* As lcm_machine_sharers. */
const lcm_expr *lcm_sharers_expr(lcm_ctx *ctx, const lcm_machine *machine,
                                 const struct lcm_level *level,
                                 const lcm_expr *movers);
