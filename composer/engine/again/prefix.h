/* Loops that are executed again and again, each time as many iterations longer
 * or shorter: what so many iterations from the first on come to is kept, and
 * the loop goes on behind those, where nobody asks for what is in each. */
#pragma once

#include "composer/engine/count.h"

struct lcm_prefix;

/* Return what is kept of the loop "node" in the scope of "run", which a crew of
 * "w" walks as "walk" says; NULL: nothing is to be kept. */
struct lcm_prefix *lcm_prefix_find(struct lcm_run *run, const lcm_node *node,
                                   const struct lcm_walk *walk, double w);

/* Put what the first iterations of "walk" come to into "*out", as many as
 * "prefix" (or NULL) has; return how many these are. */
double lcm_prefix_take(struct lcm_outcome *out, const struct lcm_prefix *prefix,
                       const struct lcm_walk *walk);

/* Note in "prefix" (or NULL) that the first "n" iterations come to "out". */
void lcm_prefix_keep(struct lcm_run *run, struct lcm_prefix *prefix, double n,
                     const struct lcm_outcome *out);
