/* Declares resources and conditions of a program and compiles it. */
#include <math.h>

#include "composer/simulate/code/code.h"
#include "composer/simulate/code/emit.h"
#include "composer/simulate/code/function.h"
#include "composer/simulate/code/prepare.h"
#include "composer/simulate/internal.h"

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
  lcm_vm_compile_functions(vm);
  return vm->status;
}
