/* Nodes of loops, without their bodies. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the loop "*innermost" as a LOOP, WHILE or PARLOOP ("kind") node
 * without a body; collapsed loops give several ranges, and "*innermost" becomes
 * the innermost.  The indices of a PARLOOP are private from here on. */
lcm_node *lcm_loop_node(struct lcm_lowering *l, lcm_node_kind kind,
                        const lcm_ast **innermost, unsigned collapse);

/* Return "body", that of the loop "loop" which is "node", or, where that is a
 * PARLOOP that counts down and its rounds wait for one another, a body that has
 * the index so: the rounds then come in the order of the source. */
const lcm_node *lcm_loop_turned(struct lcm_lowering *l, lcm_node *node,
                                const lcm_ast *loop, const lcm_node *body);
