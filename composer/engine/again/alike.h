/* Loops whose iterations differ only by what conditions in them come to, as
 * `step % 100 == 0`: of those that are alike one is executed for all. */
#pragma once

#include "composer/engine/count.h"

/* Iterations that are alike: "n" of them, of which number "first" is the
 * first. */
struct lcm_alike {
  double first;
  double n;
};

/* Kinds of iterations. */
typedef LCM_LIST(struct lcm_alike) lcm_alike_list;

/* Iterations one after the other that are of the kind number "kind", "n" of
 * them. */
struct lcm_alike_stretch {
  size_t kind;
  double n;
};

/* All iterations of a loop, from the first one on. */
typedef LCM_LIST(struct lcm_alike_stretch) lcm_alike_order;

/* Return the kinds of iterations of the loop "node", which is walked as "walk"
 * says, in the order of their first ones; none where they differ by more, or
 * are so few that nothing is won, or their order matters; put in which order
 * they are executed into "*order" (or NULL).  Both lie on the stack of the
 * context. */
lcm_alike_list lcm_run_alike(lcm_alike_order *order, struct lcm_run *run,
                             const lcm_node *node, const struct lcm_walk *walk);
