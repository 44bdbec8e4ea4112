/* Parts of programs that only cost. */
#pragma once

#include "composer/simulate/team.h"

/* Fill in "leaf" with "node" and what is visible there. */
void lcm_vm_fill_leaf(struct lcm_vm_leaf *leaf, struct lcm_vm_scope *scope,
                      const lcm_node *node);

/* Return a leaf of "node": what has to be known to compute what it says. */
struct lcm_vm_leaf *lcm_vm_new_leaf(struct lcm_vm_scope *scope,
                                    const lcm_node *node);

/* Return whether "node", and what it calls, only costs. */
bool lcm_vm_is_plain(lcm_vm *vm, const lcm_node *node);
