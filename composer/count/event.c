/* What nodes say themselves that they compute. */
#include "composer/count/event.h"
#include "composer/count/internal.h"
#include "composer/count/notes.h"
#include "composer/count/rows.h"

void lcm_cost_add(struct lcm_cost_walk *walk, const lcm_node *node) {
  for (int k = 0; k < LCM_COST_COUNT; k++) {
    const lcm_expr *amount = lcm_cost_resolve(walk, node->costs[k]);
    const struct lcm_cost_event event = {walk->nest, k, amount};
    if (amount)
      LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, event);
  }
  const char *elsewhere = lcm_node_attribute(node, "elsewhere");
  if (elsewhere)
    lcm_cost_note(
        walk, node,
        lcm_arena_printf(
            lcm_ctx_arena(walk->ctx),
            "the operations of %s() are not told apart by kind and not counted",
            elsewhere));
  const char *mover = lcm_node_attribute(node, "mover");
  if (mover)
    lcm_cost_note(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "what %s() moves is among the bytes, not "
                                   "among loads and stores",
                                   mover));
  if (lcm_node_attribute(node, "chance"))
    lcm_cost_note(walk, node,
                  "the condition of `?:`, && or || in it is not known: both "
                  "ways are taken as equally likely");
}

void lcm_cost_priced(struct lcm_cost_walk *walk, const lcm_node *node) {
  bool any = lcm_expr_is_int(node->flops, 0);
  lcm_cost_add(walk, node);
  for (int k = 0; k < LCM_COST_COUNT; k++)
    any = any || node->costs[k];
  if (!any)
    lcm_cost_note(
        walk, node,
        lcm_arena_printf(
            lcm_ctx_arena(walk->ctx),
            "the operations of %s() are not told apart by kind and not counted",
            node->u.call.callee));
  const struct lcm_cost_event bytes = {walk->nest, LCM_COST_BYTES,
                                       lcm_cost_resolve(walk, node->bytes)};
  if (!bytes.amount)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->events, bytes);
  lcm_cost_doubt(walk, false, true);
  lcm_cost_remark(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx),
                                   "%s() is taken to touch other bytes than "
                                   "the code around it",
                                   node->u.call.callee));
}
