/* How the iterations of a loop differ by what conditions come to. */
#pragma once

#include "composer/scope/traits.h"

/* Return how the iterations of the loop "node", which has one range, differ:
 * those cost the same for which the conditions of branches that speak of its
 * index, `step % 100 == 0`, come to the same.  "table" remembers it. */
const struct lcm_turns *lcm_facts_turns(struct lcm_facts_table *table,
                                        const lcm_node *node);
