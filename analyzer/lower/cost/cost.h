/* Operations and bytes of fragments, from the source. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Put the static cost of the statements from "first" to "last" into "node",
 * whose accesses are known: floating-point operations; where it neither has any
 * nor touches an array, or calls functions of the system beside its loops, also
 * those on whole numbers (then true is returned; outside loops only in files
 * without models: models speak of what matters),
 * and the name of a library function whose cost is not known as attribute
 * `calls`. */
bool lcm_lower_cost(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last);

/* Return how often "site" is executed in the statements from "first" to "last";
 * NULL where that is not known. */
const lcm_expr *lcm_cost_times(struct lcm_lowering *l, const lcm_ast *first,
                               const lcm_ast *last, const lcm_ast *site);

/* Return how often the body of the loop "loop" is executed in it; NULL where
 * that is not known. */
const lcm_expr *lcm_cost_trips(struct lcm_lowering *l, const lcm_ast *loop);
