/* Building code. */
#pragma once

#include "composer/simulate/internal.h"

/* Return the slot of "name", or LCM_VM_NONE. */
uint32_t lcm_vm_slot_of(const struct lcm_vm_scope *scope, const char *name);

/* Return a new slot of the function. */
uint32_t lcm_vm_new_slot(struct lcm_vm_scope *scope);

/* Give "name" a new slot, visible in the node being compiled. */
uint32_t lcm_vm_push_name(struct lcm_vm_scope *scope, const char *name);

/* Note the failure "status"; the simulation stops. */
void lcm_vm_fail(lcm_vm *vm, lcm_status status);

/* Append an instruction; return its number. */
uint32_t lcm_vm_emit(lcm_vm *vm, struct lcm_vm_instruction instruction);

/* Return the number of the function "function" as it is executed "in_team". */
uint32_t lcm_vm_function_of(lcm_vm *vm, const lcm_function *function,
                            bool in_team);
