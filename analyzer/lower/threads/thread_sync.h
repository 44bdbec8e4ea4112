#pragma once

#include "analyzer/lower/control/internal.h"
#include "analyzer/lower/threads/thread.h"

/* Report the semaphores of which nobody says how many units they begin with. */
void lcm_threads_finish(struct lcm_lowering *l);

/* Add the nodes of "ast", a call of a function of threads or a change of what
 * they wait on; false where it is neither. */
bool lcm_thread_call(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Add the node "kind", ACQUIRE or RELEASE, of the object "of" at "ast". */
lcm_node *lcm_thread_possess(struct lcm_lowering *l, lcm_node_list *nodes,
                             lcm_node_kind kind, const lcm_ast *ast,
                             const struct lcm_instance *of);

/* Declare the semaphore "name" that begins with "value" units; NULL, or what
 * not the whole program knows: that is reported at "ast". */
void lcm_thread_fill(struct lcm_lowering *l, const lcm_ast *ast,
                     const char *name, const lcm_expr *value);
