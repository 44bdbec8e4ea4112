/* Turns at interfaces. */
#pragma once

#include "composer/simulate/ranks/rank.h"

/* Return whether all turns of "of" have begun that its member "me" waits
 * for. */
bool lcm_vm_have_left(const struct lcm_vm_collective *of, size_t me);

/* "turn" has begun: what has to leave the node leaves. */
void lcm_vm_turn_leaves(lcm_vm *vm, struct lcm_vm_turn *turn);
