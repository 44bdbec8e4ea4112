/* The call that a new thread begins with, with what it is given. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the call of "routine" with what "value" (which may be NULL) gives
 * it. */
lcm_node *lcm_thread_entry(struct lcm_lowering *l, const lcm_ast *at,
                           const lcm_ast *routine, const lcm_ast *value);

/* Give "node", the call that "ast" makes of what threads run, what that reads
 * through its argument. */
void lcm_thread_pass(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *ast);
