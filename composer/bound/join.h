/* Values of parts in series and in parallel. */
#pragma once

#include "composer/bound/evaluation.h"

/* Return a new value: nothing done in no time. */
struct lcm_bound_value *lcm_bound_value_new(struct lcm_bound_run *run);

/* Add "next", "times" over, behind "*all"; "next" is not used any more. */
void lcm_bound_series(struct lcm_bound_run *run, struct lcm_bound_value *all,
                      struct lcm_bound_value *next, double times);

/* Begin, continue ("copies" branches like "branch") and end a parallel part:
 * "node" is evaluated for its start times where conditions join its
 * branches. */
void lcm_bound_fork_begin(struct lcm_bound_run *run,
                          struct lcm_bound_fork *fork);
void lcm_bound_branch(struct lcm_bound_run *run, struct lcm_bound_fork *fork,
                      struct lcm_bound_value *branch, double copies);
struct lcm_bound_value *lcm_bound_fork_end(struct lcm_bound_run *run,
                                           struct lcm_bound_fork *fork,
                                           const lcm_node *node);
