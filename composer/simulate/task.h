/* Tasks in simulation. */
#pragma once

#include "composer/simulate/team.h"

/* Begin the oldest task of the team of "p" that may begin; return whether there
 * is one. */
bool lcm_vm_begin_job(struct lcm_vm_process *p);

/* Make a task of "p" of a chunk of the taskloop "node", whose iterations are
 * in "frame". */
void lcm_vm_make_chunk(lcm_vm *vm, struct lcm_vm_process *p,
                       struct lcm_vm_frame *frame, const lcm_node *node);

/* Run the instruction "at" of tasks; return whether "process" runs on. */
bool lcm_vm_step_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at);
