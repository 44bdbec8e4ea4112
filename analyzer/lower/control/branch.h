/* Branches and jumps as nodes: `if`, `switch`, early exits. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Lower the `if` "ast", after which control goes on, into "nodes". */
void lcm_lower_if(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast);

/* Return whether "ast" is an `if` one of whose branches leaves, with something
 * of interest in it or, where its condition has a model, behind it before
 * "stop". */
bool lcm_lower_is_exit(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_ast *stop);

/* Lower "ast", such an exit, and what follows it before "stop", which runs
 * otherwise; return the statement before which that ends.  An exit whose
 * condition has no model is taken never. */
const lcm_ast *lcm_lower_exit(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast, const lcm_ast *stop);

/* Lower the jump "ast" that no exit explains. */
void lcm_lower_jump(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast);

/* Lower the `switch` "ast" into "nodes". */
void lcm_lower_switch(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);
