/* Loops whose iterations differ only by what conditions in them come to, as
 * `step % 100 == 0`: of those that are alike one is executed for all, where
 * nobody asks for their order. */
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

/* Return the kinds of iterations of the loop "node", which is walked as "walk"
 * says, in the order of their first ones; none where they differ by more, or
 * are so few that nothing is won, or their order matters.  They lie on the
 * stack of the context. */
lcm_alike_list lcm_run_alike(struct lcm_run *run, const lcm_node *node,
                             const struct lcm_walk *walk);
