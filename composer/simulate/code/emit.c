/* Appends instructions, slots and functions to the code of a simulation. */
#include <string.h>

#include "composer/simulate/code/emit.h"

uint32_t lcm_vm_slot_of(const struct lcm_vm_scope *scope, const char *name) {
  for (size_t i = scope->indices.n; i-- > 0;)
    if (!strcmp(scope->indices.at[i].name, name))
      return scope->indices.at[i].slot;
  for (size_t i = scope->lets.n; i-- > 0;)
    if (!strcmp(scope->lets.at[i].name, name))
      return scope->lets.at[i].slot;
  return LCM_VM_NONE;
}

uint32_t lcm_vm_new_slot(struct lcm_vm_scope *scope) {
  return scope->function->slots++;
}

uint32_t lcm_vm_push_name(struct lcm_vm_scope *scope, const char *name) {
  const struct lcm_vm_name entry = {name, lcm_vm_new_slot(scope)};
  LCM_LIST_ADD(lcm_ctx_arena(scope->vm->ctx), &scope->indices, entry);
  return entry.slot;
}

void lcm_vm_fail(lcm_vm *vm, lcm_status status) {
  vm->status = vm->status ? vm->status : status;
  if (vm->sim)
    lcm_sim_stop(vm->sim);
}

uint32_t lcm_vm_emit(lcm_vm *vm, struct lcm_vm_instruction instruction) {
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->code, instruction);
  return (uint32_t)vm->code.n - 1;
}

uint32_t lcm_vm_function_of(lcm_vm *vm, const lcm_function *function,
                            bool in_team) {
  for (uint32_t i = 0; i < vm->functions.n; i++)
    if (vm->functions.at[i]->function == function &&
        !vm->functions.at[i]->apart && vm->functions.at[i]->in_team == in_team)
      return i;
  struct lcm_vm_function *fresh =
      LCM_NEW(lcm_ctx_arena(vm->ctx), struct lcm_vm_function);
  fresh->function = function;
  fresh->in_team = in_team;
  LCM_LIST_ADD(lcm_ctx_arena(vm->ctx), &vm->functions, fresh);
  return (uint32_t)vm->functions.n - 1;
}
