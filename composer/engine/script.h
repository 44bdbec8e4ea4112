/* Scripts of actors, written from nodes. */
#pragma once

#include "composer/engine/events.h"

/* Append what "node" does, executed by "weight" processors, to "script". */
void lcm_world_write(struct lcm_world *w, lcm_script *script,
                     const lcm_node *node, double weight);

/* Return how long a member of a team takes to take and give back the locks of
 * the USING or ACQUIRE "node", in seconds, while nobody else wants them. */
double lcm_run_possession(struct lcm_run *run, const lcm_node *node);

/* Note that the resources of the USING "node" are possessed for "time". */
void lcm_run_possess(struct lcm_run *run, const lcm_node *node, double time);
