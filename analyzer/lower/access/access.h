/* What statements read and write. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Put what the statements from "first" to "last" read and write into
 * "node". */
void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last);

/* Add what the statement "ast", which gives numbers values, reads and writes to
 * "node": but for numbers of the function that no team shares. */
void lcm_lower_values(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast);

/* Add what the arguments of the call "call" read to "node", which is that: but
 * for numbers of the function. */
void lcm_lower_arguments(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *call);

/* Add the elements of arrays and the members of structures that "part", a part
 * of the header of the loop "node", reads to what that reads, and, where each
 * round repeats the part, what it writes beside the index. */
void lcm_lower_header_touch(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *part, bool repeated);

/* Let "node", a branch, read the variables that "condition" reads, where edits
 * ask what rounds of loops share. */
void lcm_lower_condition_touch(struct lcm_lowering *l, lcm_node *node,
                               const lcm_ast *condition);
