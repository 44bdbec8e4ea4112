/* Waiting, and helpers of ranks.  Turns at interfaces. */
#pragma once

#include "composer/simulate/ranks/rank.h"

/* Let "waiter" look again if it waits, or wait until it shall. */
void lcm_vm_look(lcm_vm *vm, struct lcm_vm_waiter *waiter);
void lcm_vm_wait(lcm_vm *vm, struct lcm_vm_waiter *waiter);

/* Make "helper" a process for "rank" that runs the instruction "code" behind
 * that which plays ranks; "actor" is what that works on. */
void lcm_vm_help(struct lcm_vm_rank *rank, struct lcm_vm_helper *helper,
                 uint32_t code, void *actor);

/* The process of "helper", which runs now, ends. */
void lcm_vm_helped(struct lcm_vm_ranks *all, struct lcm_vm_helper *helper);

/* Return whether all turns of "of" have begun that its member "me" waits
 * for. */
bool lcm_vm_have_left(const struct lcm_vm_collective *of, size_t me);

/* "turn" has begun: what has to leave the node leaves. */
void lcm_vm_turn_leaves(lcm_vm *vm, struct lcm_vm_turn *turn);
