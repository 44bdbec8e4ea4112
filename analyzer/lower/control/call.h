/* The node of a call: of the project, of a library that calls back, through a
 * pointer. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add the node of the call "ast", whose arguments are done. */
void lcm_call_add(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast);
