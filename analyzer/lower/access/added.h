/* Elements to which loops add. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Mark those of "writes", which the statements from "first" to "last" write as
 * they read "reads", that they only combine with something. */
void lcm_added_note(struct lcm_lowering *l, const lcm_section_list *reads,
                    lcm_section_list *writes, const lcm_ast *first,
                    const lcm_ast *last);

/* Let "node", which the statements from "first" to "last" become, say which of
 * what it writes is a running sum that something else uses. */
void lcm_scan_note(struct lcm_lowering *l, lcm_node *node, const lcm_ast *first,
                   const lcm_ast *last);
