/* Finding the calls of a function, also those through pointers. */
#include "model/link/calls.h"

const lcm_node *lcm_call_through(const lcm_node *node) {
  const lcm_node *call = node->kind == LCM_NODE_OPAQUE && node->n_children == 1
                             ? node->children[0]
                             : NULL;
  return call && call->kind == LCM_NODE_CALL && call->u.call.callee[0] == '*'
             ? call
             : NULL;
}

void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL || lcm_call_through(node))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), calls, node);
  for (size_t i = 0; i < node->n_children; i++)
    lcm_calls_find(ctx, calls, node->children[i]);
}
