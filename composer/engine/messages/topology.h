/* Topologies of ranks while scripts are written. */
#pragma once

#include "composer/engine/messages/rank_internal.h"

/* Set what "node" of "kind" says of MPI itself: that it has begun or ended. */
void lcm_rank_state(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind);

/* Note the grid that "node" makes, or part of one. */
void lcm_topology_write(struct lcm_world *w, const lcm_node *node,
                        lcm_message_kind kind);

/* Set what "node" asks about a grid, or lets choose. */
void lcm_topology_ask(struct lcm_world *w, const lcm_node *node,
                      lcm_message_kind kind);
