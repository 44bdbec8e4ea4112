/* Branches and jumps as nodes: `if`, `switch`, early exits. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Lower the `if` "ast", after which control goes on, into "nodes". */
void lcm_lower_if(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast);

/* Return whether "ast" is an `if` one of whose branches leaves, with something
 * of interest in it or behind it before "stop" (where its condition has no
 * model: unless a loop or what asks for memory accounts for it). */
bool lcm_lower_is_exit(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_ast *stop);

/* Lower "ast", such an exit, and what follows it before "stop", which runs
 * otherwise; return the statement before which that ends.  An exit whose
 * condition has no model is taken never. */
const lcm_ast *lcm_lower_exit(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast, const lcm_ast *stop);

/* Return "body", that of the loop "loop", with a branch around it that is taken
 * never where nobody knows when a jump ends the loop and nothing in "body" says
 * so. */
const lcm_node *lcm_lower_open_end(struct lcm_lowering *l, const lcm_ast *loop,
                                   const lcm_node *body);

/* Lower the jump "ast" that no exit explains. */
void lcm_lower_jump(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast);

/* Lower the `switch` "ast" into "nodes". */
void lcm_lower_switch(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);
