#pragma once

#include "analyzer/lower/control/internal.h"

/* Add LETs for the elements of the array that "var" declares. */
void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var);

/* Add LETs for what the loop "ast" sets elements to, if that is all it does. */
void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);
