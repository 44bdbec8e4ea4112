/* Nodes of loops, without their bodies. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the loop "*innermost" as a LOOP, WHILE or PARLOOP ("kind") node
 * without a body; collapsed loops give several ranges, and "*innermost" becomes
 * the innermost.  The indices of a PARLOOP are private from here on. */
lcm_node *lcm_loop_node(struct lcm_lowering *l, lcm_node_kind kind,
                        const lcm_ast **innermost, unsigned collapse);
