/* Locks and semaphores of threads as resources. */
#include "analyzer/lower/threads/thread_resource.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/local.h"

lcm_resource *lcm_thread_declared(struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->declared.resources.n; i++)
    if (l->declared.resources.at[i].name == name)
      return &l->declared.resources.at[i];
  return NULL;
}

lcm_node *lcm_thread_possess(struct lcm_lowering *l, lcm_node_list *nodes,
                             lcm_node_kind kind, const lcm_ast *ast,
                             const struct lcm_instance *of) {
  struct lcm_instance *instance =
      LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_instance);
  lcm_node *node = lcm_lower_node(l, kind, ast);
  *instance = *of;
  node->u.resource.instances = instance;
  node->u.resource.n_instances = 1;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  return node;
}

/* Return whether "value" means the same in the whole program. */
static bool is_global(struct lcm_lowering *l, const lcm_expr *value) {
  const char *const *names = NULL;
  const size_t n = value ? lcm_expr_names(&names, l->ctx, value) : 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_lower_local(l, names[i]) && !lcm_lower_is_given(l, names[i]))
      return false;
  return value != NULL;
}

void lcm_thread_fill(struct lcm_lowering *l, const lcm_ast *ast,
                     const char *name, const lcm_expr *value) {
  const lcm_resource *known = lcm_thread_declared(l, name);
  if (known && known->lock && known->multiplicity == value)
    return;
  if (known && !known->lock) {
    lcm_thread_declared(l, name)->lock =
        lcm_thread_declared(l, name)->semaphore = true;
    return;
  }
  if (!is_global(l, value) || known) {
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, lcm_lower_loc(l, ast),
               "how many units '%s' begins with is not known: say it with "
               "`// lcm: resource`",
               name);
    if (known)
      return;
    value = lcm_expr_int(l->ctx, 1);
  }
  const lcm_resource resource = {.name = name,
                                 .multiplicity = value,
                                 .lock = true,
                                 .semaphore = true,
                                 .loc = lcm_lower_loc(l, ast)};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->declared.resources, resource);
}
