/* How long an iteration waits for the one before it. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the least time of an iteration of the loop "loop" in the unit of the
 * weights of "l": how long the slowest chain of operations through the
 * statements from "first" to "last" (NULL: to the end) of its body is, each of
 * which needs what an earlier iteration computed; 0 where there is none. */
double lcm_chain(struct lcm_lowering *l, const lcm_ast *loop,
                 const lcm_ast *first, const lcm_ast *last);

/* Return how many iterations the loop "ast" has, 0 where that is no number. */
double lcm_chain_trips(struct lcm_lowering *l, const lcm_ast *ast);

/* Return how many executions of the loop "loop", an iteration of which has
 * "operations" of a core and waits for "wait" (in operations, too), are under
 * way at once: at least 1, and more only where it has few iterations, a known
 * number, and as far as the loop around it does not wait for what they compute;
 * where that goes on with the chain, all of it counts, and the next one around.
 * So many as fill the 96 places or so in which operations wait for their
 * operands. */
double lcm_chain_overlap(struct lcm_lowering *l, const lcm_ast *loop,
                         double operations, double wait);
