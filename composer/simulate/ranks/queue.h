/* Messages between ranks, in simulation. */
#pragma once

#include "composer/simulate/ranks/rank.h"

/* Return a new post of "queued"; NULL: of an empty one. */
struct lcm_vm_queue *lcm_vm_new_post(struct lcm_vm_ranks *all,
                                     struct lcm_queued *queued,
                                     struct lcm_vm_waiter *owner);

/* Let "rank" send, or ask for, what "post" says, or move it. */
void lcm_vm_enqueue(struct lcm_vm_rank *rank, struct lcm_vm_queue *post);

/* Let "turn" be taken at the interface of its node, now that "rank" has come.
 */
void lcm_vm_take_turn(struct lcm_vm_rank *rank, struct lcm_vm_turn *turn);

/* Go on with the message that "process" is; it always waits or ends then. */
void lcm_vm_carry(lcm_vm *vm, lcm_process *process);
