#pragma once

#include "composer/engine/internal.h"
#include "composer/engine/messages/message.h"

/* The messages of the ranks make no sense: return whether that is to be
 * reported. */
bool lcm_run_makes_no_sense(struct lcm_run *run);

/* Return how many ranks the team "node" has on "w" processors. */
size_t lcm_run_count_ranks(struct lcm_run *run, const lcm_node *node, double w);

/* Return whether all ranks share what is called "name": a resource that is
 * declared and no lock.  They have locks and memory of their own. */
bool lcm_run_is_common(const struct lcm_run *run, const char *name);

/* Execute the team of ranks "node" by "w" processors. */
struct lcm_outcome lcm_run_ranks(struct lcm_run *run, const lcm_node *node,
                                 double w);

/* Return a world where what the ranks of the team "node" (which has a body) do
 * on "w" processors is written down for "player".  Its memory is the caller's
 * to reset. */
struct lcm_world lcm_ranks_script(struct lcm_run *run, const lcm_node *node,
                                  double w, struct lcm_player *player);
