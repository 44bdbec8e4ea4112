/* Questions about ranks that need no messages.  Numbers that ranks were told
 * by MPI functions. */
#pragma once

#include "composer/engine/messages/rank_internal.h"

/* Return how many ranks the user wants on "w" processors: "ranks", or those
 * that leave "threads" to each; 0 where neither is given. */
double lcm_run_given_ranks(const struct lcm_run *run, double w);

/* Return how many ranks the team "node" has on "w" processors. */
size_t lcm_run_count_ranks(struct lcm_run *run, const lcm_node *node, double w);

/* Return whether all ranks share what is called "name": a resource that is
 * declared and no lock.  They have locks and memory of their own. */
bool lcm_run_is_common(const struct lcm_run *run, const char *name);

/* The messages of the ranks make no sense: return whether that is to be
 * reported. */
bool lcm_run_makes_no_sense(struct lcm_run *run);

/* Let "name" be "value" for the present rank; NAN: not known. */
void lcm_rank_tell(struct lcm_world *w, const char *name, double value);

/* Let what the present rank was told of "name" hold no more. */
void lcm_rank_drop(struct lcm_world *w, const char *name);

/* Bind again what the present rank was told that holds where it is, and forget
 * what does not any more. */
void lcm_rank_recall(struct lcm_world *w);
