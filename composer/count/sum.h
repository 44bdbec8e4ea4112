/* Sums over nests. */
#pragma once

#include "composer/count/internal.h"

/* Return the steps from "first" to before "last" of "nest" as a nest to count
 * over, those before "first" being around it.  Weights are left out. */
struct lcm_nest lcm_cost_nest_of(struct lcm_cost_store *store,
                                 const lcm_cost_nest *nest, size_t first,
                                 size_t last);

/* Return the sum of "body" over all executions of what "nest" leads to, in one
 * execution of what the first "outer" of its steps lead to. */
const lcm_expr *lcm_cost_sum(struct lcm_cost_store *store, lcm_cost_nest *nest,
                             size_t outer, const lcm_expr *body);
