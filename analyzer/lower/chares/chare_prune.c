/* What entries are told of messages, as far as anything hangs on it. */
#include <string.h>

#include "analyzer/lower/chares/chare_prune.h"

/* A function that entries execute: which of its parameters are needed. */
struct pruned {
  const lcm_function *function;
  bool *needed;
};

/* All of them; changed: one more parameter is needed. */
struct pruning {
  struct lcm_lowering *l;
  LCM_LIST(struct pruned) all;
  struct pruned *present;
  bool changed;
};

/* Return the function with the key "key" among those of "p", or NULL. */
static struct pruned *find(const struct pruning *p, const char *key) {
  for (size_t i = 0; i < p->all.n; i++)
    if (p->all.at[i].function->key == key)
      return &p->all.at[i];
  return NULL;
}

/* Note that the parameters of the present function that "e" speaks of are
 * needed. */
static bool need(const lcm_expr *e, void *user) {
  struct pruning *p = user;
  const lcm_function *function = p->present->function;
  for (size_t i = 0; e && i < function->n_params; i++)
    if (!p->present->needed[i] && lcm_expr_has(e, function->params[i]))
      p->present->needed[i] = p->changed = true;
  return false;
}

/* Note what "node" and what is below it need. */
static void look(struct pruning *p, const lcm_node *node) {
  const unsigned own = LCM_EXPRS_MODELS | LCM_EXPRS_WITH | LCM_EXPRS_COSTS;
  const bool call = node->kind == LCM_NODE_CALL;
  const struct pruned *callee = call && !node->n_models && node->u.call.args
                                    ? find(p, node->u.call.callee)
                                    : NULL;
  const bool covered = callee || (call && node->n_models);
  (void)lcm_node_exprs(node, covered ? own : own | LCM_EXPRS_PART, need, p);
  for (size_t i = 0; callee && i < node->u.call.n_args; i++)
    if (i < callee->function->n_params && callee->needed[i])
      need(node->u.call.args[i], p);
  for (size_t i = 0; callee && node->u.call.sizes && i < node->u.call.n_args;
       i++)
    need(node->u.call.sizes[i], p);
  for (size_t i = 0; i < node->n_children; i++)
    look(p, node->children[i]);
}

/* Let the calls in and below "node" give what is needed. */
static void prune(const struct pruning *p, const lcm_node *node) {
  const struct pruned *callee = node->kind == LCM_NODE_CALL && node->u.call.args
                                    ? find(p, node->u.call.callee)
                                    : NULL;
  for (size_t i = 0; i < node->n_children; i++)
    prune(p, node->children[i]);
  if (!callee)
    return;
  lcm_node *own = (lcm_node *)(uintptr_t)node;
  const lcm_expr **args = LCM_NEW_ARRAY(
      lcm_ctx_arena(p->l->ctx), const lcm_expr *, node->u.call.n_args + 1);
  for (size_t i = 0; i < node->u.call.n_args; i++)
    args[i] = i < callee->function->n_params && callee->needed[i]
                  ? node->u.call.args[i]
                  : NULL;
  own->u.call.args = args;
}

void lcm_chare_prune(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  struct pruning p = {.l = l, .changed = true};
  size_t known = 0;
  for (size_t i = 0; l->chares && i < l->functions.n; i++) {
    const lcm_function *function = &l->functions.at[i];
    const struct pruned one = {
        function, LCM_NEW_ARRAY(arena, bool, function->n_params + 1)};
    if (function->body &&
        lcm_map_get(&l->chares->within, function->name, &known))
      LCM_LIST_ADD(arena, &p.all, one);
  }
  while (p.all.n && p.changed) {
    p.changed = false;
    for (size_t i = 0; i < p.all.n; i++) {
      p.present = &p.all.at[i];
      look(&p, p.present->function->body);
    }
  }
  for (size_t i = 0; p.all.n && i < l->functions.n; i++)
    if (l->functions.at[i].body)
      prune(&p, l->functions.at[i].body);
}
