/* Which alternatives branches take. */
#pragma once

#include "composer/engine/run.h"

/* Return the probability of alternative "i" of "node". */
double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i);

/* Return the index of the alternative of the branch "node" that is taken, or
 * (size_t)-1 for none; "*random" where probabilities decide. */
size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random);
