#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the loop "ast" as a LOOP, WHILE or PARLOOP ("kind") node with its body
 * and the calls of its condition and step lowered; collapsed loops give several
 * ranges. */
lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse);

/* Lower the calls of the first part of the header of "ast" into "nodes". */
void lcm_lower_loop_start(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast);
