/* Calls that synchronize threads, as nodes. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Report the semaphores of which nobody says how many units they begin with. */
void lcm_threads_finish(struct lcm_lowering *l);

/* Add the nodes of "ast", a call of a function of threads or a change of what
 * they wait on; false where it is neither. */
bool lcm_thread_lower_call(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast);
