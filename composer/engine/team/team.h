/* Execution of nodes by the members of a team. */
#pragma once

#include "composer/engine/run.h"

/* Execute the team "node" by "w" processors. */
struct lcm_outcome lcm_run_team(struct lcm_run *run, const lcm_node *node,
                                double w);

/* Return how many members the team "node" has on "w" processors. */
size_t lcm_run_team_size(struct lcm_run *run, const lcm_node *node, double w);

/* The members of the finished "team" wait for the last: make its outcome on "w"
 * processors. */
struct lcm_outcome lcm_team_end(struct lcm_run *run, struct lcm_team *team,
                                double w);

/* Return the processors that unit "node" gets of "w" shared by "n" parallel
 * units. */
double lcm_run_unit_weight(struct lcm_run *run, const lcm_node *node, double w,
                           double n);

/* Execute "node" by the members of "team". */
void lcm_run_in_team(struct lcm_run *run, struct lcm_team *team,
                     const lcm_node *node);

/* Execute the PARALLEL "node" by "w" processors. */
struct lcm_outcome lcm_run_parallel(struct lcm_run *run, const lcm_node *node,
                                    double w);

/* Return whether all units of the PARALLEL "node" are executed at the same time
 * by parts of "team": they are parallel themselves, or wait for each other.
 * Sections are executed by members of the team, of which there may be fewer:
 * these then take one after the other. */
bool lcm_run_is_beside(struct lcm_run *run, const struct lcm_team *team,
                       const lcm_node *node);
