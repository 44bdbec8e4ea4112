/* How often loops run and how they are walked. */
#pragma once

#include "composer/engine/internal.h"

/* Return how the loop "node" with the index of "range" (NULL: none) is walked,
 * whose iterations differ where "varies" and otherwise all cost what the
 * middle one does. */
struct lcm_walk lcm_run_walk_of(struct lcm_run *run, const lcm_node *node,
                                const lcm_iteration *range, bool varies);

/* Return how the sequential loop "node" is walked. */
struct lcm_walk lcm_run_walk(struct lcm_run *run, const lcm_node *node);

/* Bind the index for step "i" of "walk". */
void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i);

/* Return the number of iterations of the loop "node"; 1 and a note where it is
 * unknown. */
double lcm_run_count(struct lcm_run *run, const lcm_node *node);
