#pragma once

#include "composer/simulate/internal.h"

/* Return a leaf of "node": what has to be known to compute what it says. */
struct lcm_vm_leaf *lcm_vm_new_leaf(struct lcm_vm_scope *scope,
                                    const lcm_node *node);

/* Return whether "node", and what it calls, only costs. */
bool lcm_vm_is_plain(lcm_vm *vm, const lcm_node *node);

/* Compile "node" where it means something of its own in a program; return
 * whether it does. */
bool lcm_vm_compile_program(struct lcm_vm_scope *scope, const lcm_node *node);

/* Compile the cost of getting the lock of "node", if it has one. */
void lcm_vm_compile_locked(struct lcm_vm_scope *scope, const lcm_node *node);

/* Make what a program needs beside what it declares, in the present realm. */
void lcm_vm_make_machine(lcm_vm *vm);
