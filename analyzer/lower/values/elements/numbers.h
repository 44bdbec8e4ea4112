/* Assignments to elements of small arrays of numbers, as LETs. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add LETs for the elements of the array that "var" declares. */
void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var);

/* Add LETs for what the loop "ast" sets elements to, if that is all it does. */
void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);

/* Add LETs for the assignment "assign" to an element in the statement "ast",
 * which is it or, under "condition", an `if`; false where it is none. */
bool lcm_numbers_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *ast, const lcm_ast *assign,
                        const lcm_expr *condition);
