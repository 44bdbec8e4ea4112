#pragma once

#include "composer/engine/messages/rank_internal.h"

/* Let "name" be "value" for the present rank; NAN: not known. */
void lcm_rank_tell(struct lcm_world *w, const char *name, double value);

/* Bind again what the present rank was told that holds where it is, and forget
 * what does not any more. */
void lcm_rank_recall(struct lcm_world *w);

/* Set what "node" of "kind" says of MPI itself: that it has begun or ended. */
void lcm_rank_state(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind);

/* Let what the present rank was told of "name" hold no more. */
void lcm_rank_drop(struct lcm_world *w, const char *name);

/* Note the grid that "node" makes, or part of one. */
void lcm_topology_write(struct lcm_world *w, const lcm_node *node,
                        lcm_message_kind kind);

/* Set what "node" asks about a grid, or lets choose. */
void lcm_topology_ask(struct lcm_world *w, const lcm_node *node,
                      lcm_message_kind kind);
