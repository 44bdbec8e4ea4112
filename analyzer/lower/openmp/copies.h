/* What private copies of arrays move. */
#pragma once

#include "analyzer/lower/openmp/construct.h"

/* Return the node "node" of the construct "c" between what members (or who
 * makes a task) do to make copies of large variables that the clauses
 * `firstprivate`, `copyin` and `reduction` list, and what they do to combine
 * copies or (`copyprivate`) to take them from one member: fragments that move
 * their bytes.  "node" itself where there are none. */
const lcm_node *lcm_omp_with_copies(struct lcm_omp *c, const lcm_node *node);
