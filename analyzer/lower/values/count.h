/* Operations of expressions by their kinds, where the analysis counts. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Where the analysis counts: put what is counted of the
 * statements from "first" to "last" into "node"; return whether that is
 * anything. */
bool lcm_lower_count(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *first, const lcm_ast *last);
