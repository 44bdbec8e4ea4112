/* What moving bytes costs, and what is possessed meanwhile. */
#pragma once

#include "composer/engine/record/limit.h"

/* Return how many processors move bytes at the same time: the crew of "w"
 * ("parallel"), or the active members of the team around. */
double lcm_run_movers(const struct lcm_run *run, double w, bool parallel);

/* Note what is possessed ("of", with an interned name). */
void lcm_run_demand(struct lcm_run *run, struct lcm_demand of);

/* Return what "run" has noted so far. */
struct lcm_possessed lcm_run_possessed(const struct lcm_run *run);

/* Return how long what was possessed longest, in one execution, since "before"
 * was possessed; its name is left out. */
struct lcm_demand lcm_run_busiest(const struct lcm_run *run,
                                  const struct lcm_possessed *before);

/* Return by which factor moving "bytes" of memory takes longer than on one core
 * alone, by "w" processors together ("parallel") or by each active member of
 * the team: cores of a socket share its bandwidth, threads being placed as the
 * machine says. */
double lcm_run_contention(struct lcm_run *run, double bytes, double w,
                          bool parallel);

/* Note a piece of work. */
void lcm_run_piece(struct lcm_run *run, struct lcm_piece piece);

/* Return the price of the fragment "node", which computes and waits as "cost"
 * says, and put what each level of memory moves and takes into "cost". */
struct lcm_price lcm_run_roofline(struct lcm_run *run, const lcm_node *node,
                                  struct lcm_fragment_cost *cost);
