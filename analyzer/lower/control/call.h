#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add nodes for the calls in and below the expression "ast", in the order in
 * which they are executed: those that only may be executed in branches. */
void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);
