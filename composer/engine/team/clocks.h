/* Clocks of the members of a team. */
#pragma once

#include "composer/engine/run.h"

/* Return whether member "m" of "team" executes now. */
bool lcm_team_is_active(const struct lcm_team *team, size_t m);

/* Return the latest clock of "team". */
double lcm_team_latest(const struct lcm_team *team);

/* The members of "team" meet: what the last of them did since they met before
 * is on the critical path. */
void lcm_team_meet(struct lcm_run *run, struct lcm_team *team);

/* Let member "m" have executed "node", which runs beside others. */
void lcm_team_follow(struct lcm_run *run, struct lcm_team *team, size_t m,
                     const lcm_node *node);

/* Let all members wait until "end"; the time goes to category "cat". */
void lcm_team_align(struct lcm_team *team, double end, size_t cat);

/* Let member "m" of "team" spend "outcome", "times" over. */
void lcm_team_spend(struct lcm_team *team, size_t m,
                    const struct lcm_outcome *outcome, double times);

/* Return a new team of "k" members of "weight" processors each. */
struct lcm_team *lcm_team_new(struct lcm_run *run, size_t k, double weight);

/* Return whether all clocks of "team" are equal. */
bool lcm_team_is_aligned(const struct lcm_team *team);

/* Return the active member of "team" that is free first, or (size_t)-1. */
size_t lcm_team_first_free(const struct lcm_team *team);
