/* Accesses that take longer than the bytes that they move. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Put the accesses of the statements from "first" to "last" whose places nobody
 * foresees into "node", where the options of "l" ask for them. */
void lcm_lower_slow(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last);
