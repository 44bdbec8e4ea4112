#pragma once

#include "analyzer/lower/control/internal.h"

/* Add nodes for the calls in and below the expression "ast", in the order in
 * which they are executed: those that only may be executed in branches. */
void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Give the call "node" the sizes that "meaning" declares, if it is a call of
 * that function: one for each argument, or for each that is no pointer. */
void lcm_call_size(struct lcm_lowering *l, lcm_node *node,
                   const struct lcm_meaning *meaning);

/* Add an opaque node for "ast", and report "reason"; return the node. */
lcm_node *lcm_lower_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast, const char *reason);

/* Return the key of the function "name" of the file. */
const char *lcm_lower_key(struct lcm_lowering *l, const char *name,
                          bool is_static);

/* Declare the lock "name" (interned) of the source. */
void lcm_lower_lock(struct lcm_lowering *l, const char *name, lcm_loc loc);

/* Put where argument number "i" of the call "ast" stands in the text into
 * ends[0] and ends[1]; false where it does not. */
bool lcm_call_argument_text(size_t ends[2], const struct lcm_lowering *l,
                            const lcm_ast *ast, size_t i);
