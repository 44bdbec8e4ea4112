/* Values of nodes. */
#pragma once

#include "composer/bound/evaluation.h"

/* Return the value of "node", which belongs to the caller until it is given to
 * lcm_bound_series or lcm_bound_branch. */
struct lcm_bound_value *lcm_bound_evaluate(struct lcm_bound_run *run,
                                           const lcm_node *node);

/* Visit the iterations of the loop "node". */
void lcm_bound_iterate(struct lcm_bound_run *run, const lcm_node *node,
                       lcm_bound_each each, void *user);
