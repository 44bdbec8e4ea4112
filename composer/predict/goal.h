/* A program in GOAL. */
#pragma once

#include "composer/scope/scope.h"

/* Put what the ranks of "program" send, receive and compute at the last point
 * of "grid" into "*out", in GOAL, the language of LogGOPSim (Hoefler,
 * Schneider, Lumsdaine 2010); NULL where there are no ranks.  Messages have
 * their bytes, and their tags where they are between all ranks; what ranks do
 * together is sent message by message as it is timed.  Waiting is left to who
 * reads it. */
LCM_NODISCARD lcm_status lcm_predict_goal(
    LCM_GIVE char **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options);
