/* Names for messages to people. */
#pragma once

#include "composer/simulate/internal.h"

/* Return the name of the resource or condition "index" of the kernel. */
const char *lcm_vm_name_of(lcm_vm *vm, lcm_sim_index index, bool condition);

/* Return the name of "process": the values of the indices that lead to it. */
const char *lcm_vm_process_name(lcm_vm *vm, const lcm_process *process);

/* Return name "i" of the LCM_VM_HIDDEN that every function of a program has
 * after its params. */
const char *lcm_vm_hidden(const lcm_vm *vm, size_t i);
