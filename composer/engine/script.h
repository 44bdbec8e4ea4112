/* Scripts of actors, written from nodes. */
#pragma once

#include "composer/engine/events.h"

/* Append what "node" does, executed by "weight" processors, to "script". */
void lcm_world_write(struct lcm_world *w, lcm_script *script,
                     const lcm_node *node, double weight);

/* Note that the resources of the USING "node" are possessed for "time". */
void lcm_run_possess(struct lcm_run *run, const lcm_node *node, double time);
