/* Messages between the ranks of a team while scripts are written down. */
#pragma once

#include "composer/engine/events.h"
#include "composer/engine/messages/queue.h"

/* Note where a message came from if that is what the LET "node" says. */
void lcm_world_alias(struct lcm_world *w, const lcm_node *node);

/* Bind again what the present rank was told about grids of ranks and what holds
 * in the whole program, if "w" has ranks. */
void lcm_world_recall(struct lcm_world *w);

/* A LET gives "name" a value, or (not "known") one that nobody knows: what the
 * present rank was told of it holds no more. */
void lcm_world_reset(struct lcm_world *w, const char *name, bool known);

/* Put how often the loop "node" of the present rank runs into "*count" where
 * its one message waits for one of some requests each time, until all of them
 * are done, and nothing else says how often; false otherwise. */
bool lcm_world_count_waits(double *count, struct lcm_world *w,
                           const lcm_node *node);

/* Append what the MESSAGE "node" does to "script". */
void lcm_world_message(struct lcm_world *w, lcm_script *script,
                       const lcm_node *node);
