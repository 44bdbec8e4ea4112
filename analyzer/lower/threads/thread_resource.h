/* Locks and semaphores of threads as resources. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the declared resource "name", or NULL. */
lcm_resource *lcm_thread_declared(struct lcm_lowering *l, const char *name);

/* Add the node "kind", ACQUIRE or RELEASE, of the object "of" at "ast". */
lcm_node *lcm_thread_possess(struct lcm_lowering *l, lcm_node_list *nodes,
                             lcm_node_kind kind, const lcm_ast *ast,
                             const struct lcm_instance *of);

/* Declare the semaphore "name" that begins with "value" units; NULL, or what
 * not the whole program knows: that is reported at "ast". */
void lcm_thread_fill(struct lcm_lowering *l, const lcm_ast *ast,
                     const char *name, const lcm_expr *value);
