/* Declared resources and conditions in the kernel: made, and found again. */
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

/* Return the index in the kernel of reference "index" to a resource
 * ("condition": a condition), LCM_VM_NONE after a failure. */
uint32_t lcm_vm_resolve(lcm_vm *vm, uint32_t index, struct lcm_vm_frame *frame,
                        const lcm_node *node, bool condition);

/* Put the claims of number "index" in "frame" into "claims" (room for
 * LCM_VM_MAX_CLAIMS), the indices of the kernel's resources also into the
 * slots from "keep" on unless that is LCM_VM_NONE; return how many, 0 after a
 * failure. */
size_t lcm_vm_claim(lcm_vm *vm, struct lcm_claim *claims, uint32_t index,
                    struct lcm_vm_frame *frame, const lcm_node *node,
                    uint32_t keep);
