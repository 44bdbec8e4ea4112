/* Parts of a program that only cost: what their cost depends on. */
#include "composer/simulate/code/leaf.h"

static bool calls_plain(lcm_vm *vm, const lcm_node *node);

/* Return whether a `with` or a `size` clause in "node" mentions "name". */
static bool clauses_mention(const lcm_node *node, const char *name) {
  for (size_t i = 0; i < node->n_with; i++)
    if (lcm_expr_has(node->with[i].value, name))
      return true;
  for (size_t i = 0; node->kind == LCM_NODE_CALL && node->u.call.sizes &&
                     i < node->u.call.n_args;
       i++)
    if (node->u.call.sizes[i] && lcm_expr_has(node->u.call.sizes[i], name))
      return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (clauses_mention(node->children[i], name))
      return true;
  return false;
}

/* Return whether the cost of "node" may depend on the value of "name". */
static bool may_depend(const struct lcm_vm_scope *scope, const lcm_node *node,
                       const char *name) {
  lcm_vm *vm = scope->vm;
  if (name == vm->run.names->team || name == vm->run.names->parts)
    return true;
  if (name == vm->run.names->thread && lcm_run_traits(&vm->run, node)->thread)
    return true;
  return lcm_node_depends(node, name) || clauses_mention(node, name);
}

void lcm_vm_fill_leaf(struct lcm_vm_leaf *leaf, struct lcm_vm_scope *scope,
                      const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(scope->vm->ctx);
  const size_t n = scope->indices.n + scope->lets.n;
  struct lcm_vm_name *names = LCM_NEW_ARRAY(arena, struct lcm_vm_name, n + 1);
  uint32_t *keys = LCM_NEW_ARRAY(arena, uint32_t, n + 1);
  leaf->node = node;
  leaf->function = scope->function->function;
  leaf->drawn = scope->vm->program->n_draws > 0 &&
                lcm_run_traits(&scope->vm->run, node)->random;
  scope->vm->draws = scope->vm->draws || leaf->drawn;
  for (size_t i = 0; i < n; i++) {
    names[i] = i < scope->lets.n ? scope->lets.at[i]
                                 : scope->indices.at[i - scope->lets.n];
    if (may_depend(scope, node, names[i].name))
      keys[leaf->n_keys++] = names[i].slot;
  }
  leaf->names = names;
  leaf->n_names = n;
  leaf->keys = keys;
}

struct lcm_vm_leaf *lcm_vm_new_leaf(struct lcm_vm_scope *scope,
                                    const lcm_node *node) {
  struct lcm_vm_leaf *leaf =
      LCM_NEW(lcm_ctx_arena(scope->vm->ctx), struct lcm_vm_leaf);
  lcm_vm_fill_leaf(leaf, scope, node);
  return leaf;
}

/* Return whether "node", as far as its traits tell, only costs. */
static bool seems_plain(lcm_vm *vm, const lcm_node *node) {
  const struct lcm_traits *t = lcm_run_traits(&vm->run, node);
  return !t->parallel && !t->shared && !t->actor && !t->random && !t->tasks;
}

/* Return whether "function" and all that it calls only cost.  One that is being
 * looked at is taken to; what was found with the help of that is forgotten
 * where it turns out not to. */
static bool function_is_plain(lcm_vm *vm, const lcm_function *function) {
  for (size_t i = 0; i < vm->known.n; i++)
    if (vm->known.at[i].function == function)
      return vm->known.at[i].plain;
  const size_t at = vm->known.n;
  const struct lcm_vm_known fresh = {function, true};
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->known, fresh);
  const bool plain =
      seems_plain(vm, function->body) && calls_plain(vm, function->body);
  if (!plain)
    vm->known.n = at + 1;
  vm->known.at[at].plain = plain;
  return plain;
}

/* Return whether what is called in "node" only costs. */
static bool calls_plain(lcm_vm *vm, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL && !node->n_models) {
    const lcm_function *callee =
        lcm_program_function(vm->program, node->u.call.callee);
    if (callee && callee->body && !function_is_plain(vm, callee))
      return false;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (!calls_plain(vm, node->children[i]))
      return false;
  return true;
}

/* The traits of recursive calls do not tell whether a node only costs. */
bool lcm_vm_is_plain(lcm_vm *vm, const lcm_node *node) {
  return seems_plain(vm, node) && calls_plain(vm, node);
}
