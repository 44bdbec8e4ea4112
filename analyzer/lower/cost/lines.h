/* Writes to lines that other threads may write, too. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Writes that are found. */
typedef LCM_LIST(struct lcm_slow) lcm_line_writes;

/* Add the writes of the statements from "first" to "last", which are the
 * fragment "node" whose accesses are known, to "list": those to elements of
 * which it depends on the thread, or on what is handed over, which they are. */
void lcm_lower_lines(lcm_line_writes *list, struct lcm_lowering *l,
                     const lcm_node *node, const lcm_ast *first,
                     const lcm_ast *last);
