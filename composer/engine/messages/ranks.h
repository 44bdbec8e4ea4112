/* Execution of teams of ranks. */
#pragma once

#include "composer/engine/messages/message.h"

/* Execute the team of ranks "node" by "w" processors. */
struct lcm_outcome lcm_run_ranks(struct lcm_run *run, const lcm_node *node,
                                 double w);

/* Return a world where what the ranks of the team "node" (which has a body) do
 * on "w" processors is written down for "player".  Its memory is the caller's
 * to reset. */
struct lcm_world lcm_ranks_script(struct lcm_run *run, const lcm_node *node,
                                  double w, struct lcm_player *player);
