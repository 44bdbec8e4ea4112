/* What entries take where md_compute says it. */
#include "analyzer/lower/chares/chare_cover.h"
#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"

/* Return whether "call" takes time or sends something. */
static bool does(const struct lcm_lowering *l, const lcm_ast *call) {
  const struct lcm_chare_function *function = lcm_chare_call(l, call);
  return function && function->act != LCM_CHARE_LOCAL &&
         function->act != LCM_CHARE_EXIT && function->act != LCM_CHARE_SET &&
         function->act != LCM_CHARE_QUIESCENCE;
}

/* Return whether "function", or one that it calls, does so; "seen" are those
 * that were looked at. */
static bool matters(const struct lcm_lowering *l, const lcm_ast *function,
                    lcm_map *seen) {
  size_t known = 0;
  if (!function || lcm_map_get(seen, function->name, &known))
    return false;
  lcm_map_put(lcm_ctx_arena(l->ctx), seen, function->name, 1);
  for (size_t i = 0; i < l->syntax->calls.n; i++) {
    const struct lcm_called *called = &l->syntax->calls.at[i];
    if (called->function == function &&
        (does(l, called->call) ||
         matters(l, lcm_thread_defined(l, called->call->name), seen)))
      return true;
  }
  return false;
}

/* Return the function of the file that the CALL "node" calls, or NULL. */
static const lcm_ast *called_by(struct lcm_lowering *l, const lcm_node *node) {
  const lcm_ast *top = l->syntax->top;
  while (top &&
         (top->kind != LCM_AST_FUNCTION ||
          lcm_lower_key(l, top->name, top->is_static) != node->u.call.callee))
    top = top->next;
  return top;
}

/* Return whether "node" has something of which the time is said. */
static bool is_said(struct lcm_lowering *l, const lcm_node *node) {
  lcm_map seen = {0};
  if (node->n_models || node->kind == LCM_NODE_TASK ||
      node->kind == LCM_NODE_TEAM || lcm_node_attribute(node, "message") ||
      (node->kind == LCM_NODE_CALL && matters(l, called_by(l, node), &seen)))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (is_said(l, node->children[i]))
      return true;
  return false;
}

/* Return "node" with what takes no time having a model of that. */
static const lcm_node *cover(struct lcm_lowering *l, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  const bool said = is_said(l, node);
  if (node->kind == LCM_NODE_LET || node->n_models ||
      node->kind == LCM_NODE_TASK)
    return node;
  *copy = *node;
  if (!said && node->kind != LCM_NODE_SERIES) {
    lcm_model *model = LCM_NEW(arena, lcm_model);
    *model =
        (lcm_model){.category = lcm_intern(l->ctx, lcm_cat_name(LCM_CAT_PC)),
                    .expr = lcm_expr_int(l->ctx, 0),
                    .provenance = LCM_PROV_ANNOTATED,
                    .loc = node->loc};
    copy->models = model;
    copy->n_models = 1;
    return copy;
  }
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children + 1);
  for (size_t i = 0; i < node->n_children; i++)
    children[i] = cover(l, node->children[i]);
  copy->children = children;
  return copy;
}

const lcm_node *lcm_chare_cover(struct lcm_lowering *l, const lcm_ast *function,
                                const lcm_node *body) {
  size_t known = 0;
  return l->chares && l->chares->computes &&
                 lcm_map_get(&l->chares->within, function->name, &known)
             ? cover(l, body)
             : body;
}
