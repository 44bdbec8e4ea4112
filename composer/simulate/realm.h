/* Declared resources and conditions in the kernel. */
#pragma once

#include "composer/simulate/internal.h"

/* Make what a program needs beside what it declares, in the present realm. */
void lcm_vm_make_machine(lcm_vm *vm);

/* Make the declared resources and conditions. */
void lcm_vm_make_declared(lcm_vm *vm);

/* Make the declared resources and conditions, and what the machine has, once
 * more; return the realm. */
uint32_t lcm_vm_new_realm(lcm_vm *vm);

/* Return by how much the index of a resource ("condition": a condition) is
 * higher in the present realm. */
uint32_t lcm_vm_realm_offset(const lcm_vm *vm, bool condition);
