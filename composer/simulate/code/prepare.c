/* Declares resources and conditions of a program and compiles it.  Compiles
 * functions, and nodes that ranks execute as code of their own. */
#include "composer/simulate/code/prepare.h"

#include <math.h>
#include <string.h>

#include "composer/simulate/code/compile.h"
#include "composer/simulate/code/emit.h"
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

/* Compile the functions that have no code yet, and make room for what their
 * expressions need. */
static void compile_functions(lcm_vm *vm) {
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
  compile_functions(vm);
  vm->run.env.n = bound;
  return fresh;
}

/* Most elements of an array that is made as a whole. */
enum { MAX_ELEMENTS = 10000000 };

/* Put the value of "e", which must be a whole number not below "least", into
 * "*out"; "what" of "name" it is, for messages. */
static bool whole(double *out, lcm_vm *vm, const lcm_expr *e, lcm_loc at,
                  const char *what) {
  double value = 0;
  const lcm_status status =
      lcm_expr_eval(&value, e, vm->run.env.at, vm->run.env.n);
  if (!status && isfinite(value) && value == floor(value)) {
    *out = value;
    return true;
  }
  if (status == LCM_EUNBOUND)
    lcm_report(vm->ctx, LCM_DIAG_UNBOUND, at,
               "%s has a name without a value: use -D", what);
  else
    lcm_report(vm->ctx, LCM_DIAG_DOMAIN, at, "%s is %g, no whole number", what,
               value);
  lcm_vm_fail(vm, LCM_EDOMAIN);
  return false;
}

/* Put the subscripts "ranges" into "array"; return how many elements it
 * has. */
static double set_subscripts(lcm_vm *vm, struct lcm_vm_array *array,
                             const struct lcm_range *ranges, size_t n,
                             lcm_loc at) {
  double size = 1;
  array->n_subscripts = n;
  if (n > LCM_VM_MAX_SUBSCRIPTS) {
    lcm_report(vm->ctx, LCM_DIAG_BUDGET, at, "'%s' has too many subscripts",
               array->name);
    lcm_vm_fail(vm, LCM_EBUDGET);
    return 0;
  }
  for (size_t i = 0; i < n; i++) {
    double to = 0;
    if (!whole(&array->from[i], vm, ranges[i].from, at, "a subscript") ||
        !whole(&to, vm, ranges[i].to, at, "a subscript"))
      return 0;
    array->extent[i] = fmax(0, to - array->from[i] + 1);
    size *= array->extent[i];
  }
  if (size <= MAX_ELEMENTS || array->condition)
    return size;
  lcm_report(vm->ctx, LCM_DIAG_BUDGET, at, "'%s' has %g elements", array->name,
             size);
  lcm_vm_fail(vm, LCM_EBUDGET);
  return 0;
}

/* Declare the resources and the conditions of the program.  Conditions of which
 * there may be more than MAX_ELEMENTS are made when they are first met. */
static void declare(lcm_vm *vm) {
  lcm_arena *arena = lcm_ctx_arena(vm->ctx);
  for (size_t i = 0; i < vm->program->n_resources && !vm->status; i++) {
    const lcm_resource *r = &vm->program->resources[i];
    struct lcm_vm_array array = {
        .name = r->name, .resource = r, .base = (lcm_sim_index)vm->n_resources};
    vm->n_resources +=
        (size_t)set_subscripts(vm, &array, r->ranges, r->n_ranges, r->loc);
    LCM_LIST_ADD(arena, &vm->arrays, array);
  }
  for (size_t i = 0; i < vm->program->n_conditions && !vm->status; i++) {
    const struct lcm_condition *c = &vm->program->conditions[i];
    struct lcm_vm_array array = {.name = c->name,
                                 .condition = true,
                                 .base = (lcm_sim_index)vm->n_conditions};
    const double size =
        set_subscripts(vm, &array, c->ranges, c->n_ranges, c->loc);
    if (size > MAX_ELEMENTS)
      continue;
    vm->n_conditions += (size_t)size;
    LCM_LIST_ADD(arena, &vm->arrays, array);
  }
}

lcm_status lcm_vm_prepare(lcm_vm *vm) {
  const lcm_function *entry =
      vm->program->entry ? lcm_program_function(vm->program, vm->program->entry)
                         : NULL;
  if (!entry || !entry->body) {
    lcm_report(vm->ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
               "there is no function where the run begins");
    return LCM_EUSAGE;
  }
  vm->run.function = entry;
  declare(vm);
  (void)lcm_vm_function_of(vm, entry, false);
  compile_functions(vm);
  return vm->status;
}
