/* Recursions that chance ends, executed level by level on average. */
#pragma once

#include "composer/scope/traits.h"
#include "model/structure/structure.h"

/* Return what the body of "function" of "program" is on average, where it calls
 * itself only as chance decides and all levels are alike: the body without
 * these calls, as often as it is executed, 1/(1 - m) times where one execution
 * calls it m times on average.  The executions are a branching process, and
 * 1 + m + m^2 + ... is the mean of its total progeny (Harris, The Theory of
 * Branching Processes, 1963, ch. I).  NULL where the calls are not counted
 * (behind conditions that nobody knows, in loops without a count, in tasks),
 * where something in the body depends on an argument that changes from level to
 * level, where a name gets a value, where members of a team or ranks meet in it
 * ("traits" are those of the body), or where m is not below 1 at every point of
 * "grid".  Calls by other functions that "function" calls are not looked
 * for. */
const lcm_node *lcm_level_repeated(lcm_ctx *ctx, const lcm_program *program,
                                   const lcm_function *function,
                                   const lcm_grid *grid,
                                   const struct lcm_traits *traits);
