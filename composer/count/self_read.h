/* Cases of functions that call themselves. */
#pragma once

#include "composer/count/self.h"

/* Put the alternative of the branch "node" that is taken into "*taken" (NULL:
 * none is) where conditions are being decided; false where they are not. */
bool lcm_cost_decide(const lcm_node **taken, struct lcm_cost_walk *walk,
                     const lcm_node *node);

/* Note a call of "callee" where its conditions are being decided; false, and
 * nothing done, where they are not. */
bool lcm_cost_again(struct lcm_cost_walk *walk, const lcm_function *callee,
                    const lcm_expr *const *args);

/* Put the cases of the function of "r" into it; a reason where that is not
 * possible. */
void lcm_cost_read_cases(struct lcm_cost_recursion *r,
                         const struct lcm_cost_walk *walk);
