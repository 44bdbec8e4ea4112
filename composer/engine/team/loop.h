/* Execution of worksharing loops. */
#pragma once

#include "composer/engine/run.h"
#include "composer/rules/rules.h"

/* An iteration is one of "count", by "weight" processors. */
struct lcm_iteration_share {
  double count;
  double weight;
};

/* Return the outcome of the iteration of the PARLOOP "node" in which the index
 * is "value". */
struct lcm_outcome lcm_run_iteration(struct lcm_run *run, const lcm_node *node,
                                     double value,
                                     const struct lcm_iteration_share *how);

/* Return how the PARLOOP "node" is divided. */
struct lcm_loop_schedule lcm_run_loop_schedule(struct lcm_run *run,
                                               const lcm_node *node,
                                               double members, double weight);

/* Return the outcome of iteration number "i". */
struct lcm_outcome
lcm_loop_schedule_iteration(struct lcm_run *run,
                            const struct lcm_loop_schedule *d, double i);

/* Return what the crossings of data that end at "node" cost each of "k"
 * members. */
double lcm_run_crossing(struct lcm_run *run, const lcm_node *node, double k);

/* The same of the contention that they cause. */
double lcm_run_crowding(struct lcm_run *run, const lcm_node *node, double k);

/* Divide the iterations of the PARLOOP "node" among the members of "team". */
void lcm_run_parloop(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node);
