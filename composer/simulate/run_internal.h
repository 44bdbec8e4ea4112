#pragma once

#include "composer/simulate/internal.h"

/* Return the name of the resource or condition "index" of the kernel. */
const char *lcm_vm_name_of(lcm_vm *vm, lcm_sim_index index, bool condition);

/* Return the name of "process": the values of the indices that lead to it. */
const char *lcm_vm_process_name(lcm_vm *vm, const lcm_process *process);

/* Make the declared resources and conditions, and what the machine has, once
 * more; return the realm. */
uint32_t lcm_vm_new_realm(lcm_vm *vm);

/* Return by how much the index of a resource ("condition": a condition) is
 * higher in the present realm. */
uint32_t lcm_vm_realm_offset(const lcm_vm *vm, bool condition);
