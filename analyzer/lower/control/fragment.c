/* Fragments: plain code with what it costs and accesses. */
#include "analyzer/lower/control/fragment.h"
#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/slow.h"
#include "analyzer/lower/values/count.h"

void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
  bool any = false;
  lcm_lower_accesses(l, node, ast, ast);
  const bool whole = lcm_lower_cost(l, node, ast, ast);
  lcm_lower_slow(l, node, ast, ast);
  any = lcm_lower_count(l, node, ast, ast);
  for (size_t i = 0; i < node->n_reads; i++)
    any = any || scalars || lcm_section_is_array(&node->reads[i]);
  any = any || node->n_writes || node->marks.calls || !node->flops ||
        node->bytes || node->cycles ||
        ((scalars || !whole || l->options->weights) &&
         !lcm_expr_is_int(node->flops, 0));
  if (!any)
    return;
  node->label = lcm_lower_label(l, ast);
  node->fingerprint = lcm_lower_hash(l, ast->begin, ast->end);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

lcm_node *lcm_fragment_of(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
  node->label = lcm_lower_label(l, ast);
  node->fingerprint = lcm_lower_hash(l, ast->begin, ast->end);
  lcm_lower_accesses(l, node, ast, ast);
  (void)lcm_lower_cost(l, node, ast, ast);
  lcm_lower_slow(l, node, ast, ast);
  (void)lcm_lower_count(l, node, ast, ast);
  return node;
}

void lcm_fragment_touch(struct lcm_lowering *l, const lcm_node **node,
                        const lcm_ast *ast) {
  if ((*node)->kind != LCM_NODE_CALL && (*node)->kind != LCM_NODE_MESSAGE)
    return;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_node);
  *copy = **node;
  lcm_lower_arguments(l, copy, ast);
  *node = copy;
}
