/* Execution by event, where the order of what members do matters. */
#pragma once

#include "composer/engine/events.h"

/* Execute "units" with locks and conditions.  Return false where that is too
 * much: an error, unless it may fail; nothing has happened then. */
bool lcm_run_actors(struct lcm_run *run, const struct lcm_units *units);

/* Execute the children of the SERIES "node" by the members of "team", event by
 * event where their order matters. */
void lcm_run_stretches(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node);

/* Execute "node" by the members of "team" event by event, if that is needed and
 * no part of it can be; false: nothing has happened. */
bool lcm_run_events(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *node);
