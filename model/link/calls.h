/* The calls of a function, also those through pointers. */
#pragma once

#include "base/list.h"
#include "model/structure/structure.h"

/* The CALL nodes of a function, and the opaque ones that stand around those
 * through pointers, in preorder. */
typedef LCM_LIST(const lcm_node *) lcm_node_refs;

/* Add the calls in and below "node" to "calls". */
void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node);

/* Return the call through a parameter or pointer that the opaque node "node"
 * has below it, or NULL. */
const lcm_node *lcm_call_through(const lcm_node *node);
