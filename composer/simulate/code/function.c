/* Compiles functions, and nodes that ranks execute as code of their own. */
#include <string.h>

#include "composer/simulate/code/code.h"
#include "composer/simulate/code/compile.h"
#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/function.h"
#include "composer/simulate/internal.h"
#include "composer/simulate/names.h"

/* Return whether a param of "f" is called "name". */
static bool is_param(const lcm_function *f, const char *name) {
  for (size_t i = 0; i < f->n_params; i++)
    if (!strcmp(f->params[i], name))
      return true;
  return false;
}

/* Give the hidden names of the function of "scope" slots.  Those of ranks are
 * no others than params of that name. */
static void push_hidden(struct lcm_vm_scope *scope) {
  const struct lcm_names *names = scope->vm->run.names;
  for (size_t i = 0; i < LCM_VM_HIDDEN; i++) {
    const char *name = lcm_vm_hidden(scope->vm, i);
    const bool of_ranks = name == names->rank || name == names->ranks;
    if (of_ranks && is_param(scope->function->function, name))
      (void)lcm_vm_new_slot(scope);
    else
      (void)lcm_vm_push_name(scope, name);
  }
}

/* Compile the code of "function". */
static void compile_function(lcm_vm *vm, struct lcm_vm_function *function) {
  struct lcm_vm_scope scope = {
      .vm = vm, .function = function, .in_team = function->in_team};
  const lcm_function *f = function->function;
  const lcm_node *body = function->apart ? function->apart : f->body;
  for (size_t i = 0; i < function->n_names; i++)
    (void)lcm_vm_push_name(&scope, function->names[i]);
  for (size_t i = 0; i < f->n_params && !function->apart; i++)
    (void)lcm_vm_push_name(&scope, f->params[i]);
  if (!vm->program->is_model && !function->apart)
    push_hidden(&scope);
  function->entry = (uint32_t)vm->code.n;
  lcm_vm_compile(&scope, body);
  lcm_vm_emit(vm,
              (struct lcm_vm_instruction){.code = LCM_VM_END, .node = body});
}

void lcm_vm_compile_functions(lcm_vm *vm) {
  while (vm->compiled < vm->functions.n && !vm->status)
    compile_function(vm, vm->functions.at[vm->compiled++]);
  if (vm->stack && vm->room >= vm->max_stack)
    return;
  vm->room = vm->max_stack;
  vm->stack = LCM_NEW_ARRAY(lcm_ctx_arena(vm->ctx), double, vm->room + 8);
}

/* Return whether "function" is the code of "node" that sees the "n" names at
 * "names". */
static bool is_apart(const struct lcm_vm_function *function,
                     const lcm_node *node, const char *const *names, size_t n) {
  return function->apart == node && function->n_names == n &&
         !memcmp(function->names, names, n * sizeof *names);
}

struct lcm_vm_function *lcm_vm_compile_apart(lcm_vm *vm, const lcm_node *node,
                                             const char *const *names,
                                             size_t n) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  for (size_t i = vm->functions.n; i-- > 0;)
    if (is_apart(vm->functions.at[i], node, names, n))
      return vm->functions.at[i];
  const size_t bound = vm->run.env.n;
  struct lcm_vm_function *fresh = LCM_NEW(arena, struct lcm_vm_function);
  const char **copy = LCM_NEW_ARRAY(arena, const char *, n + 1);
  memcpy(copy, names, n * sizeof *names);
  fresh->function = vm->run.function;
  fresh->apart = node;
  fresh->names = copy;
  fresh->n_names = n;
  LCM_LIST_ADD(arena, &vm->functions, fresh);
  vm->run.env.n = vm->run.globals;
  lcm_vm_compile_functions(vm);
  vm->run.env.n = bound;
  return fresh;
}
