/* Fragments: plain code with what it costs and accesses. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add a fragment for what "ast" costs and accesses beside its calls, if that is
 * anything (reads of scalars alone: with "scalars"). */
void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars);

/* Return the fragment that the statement "ast" is. */
lcm_node *lcm_fragment_of(struct lcm_lowering *l, const lcm_ast *ast);

/* Let "*node", where that is the call "ast", also one of MPI, read what its
 * arguments do. */
void lcm_fragment_touch(struct lcm_lowering *l, const lcm_node **node,
                        const lcm_ast *ast);
