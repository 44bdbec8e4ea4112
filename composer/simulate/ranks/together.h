/* Collectives in simulation. */
#pragma once

#include "composer/simulate/ranks/rank.h"

/* Let "rank" come to the operation of "message". */
void lcm_vm_come(struct lcm_vm_rank *rank, struct lcm_queued *queued);

/* Go on with the part of a rank in what several do; return whether "process"
 * runs on. */
bool lcm_vm_step_hand(lcm_vm *vm, lcm_process *process);
