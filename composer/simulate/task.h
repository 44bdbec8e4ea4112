/* Tasks in simulation. */
#pragma once

#include "composer/simulate/team.h"

/* Begin the oldest task of the team of "p" that may begin; return whether there
 * is one. */
bool lcm_vm_begin_job(struct lcm_vm_process *p);

/* What came of making a task: it still takes time, is in line for others, or
 * its maker executes it at once. */
enum lcm_vm_made { LCM_VM_UNPAID, LCM_VM_QUEUED, LCM_VM_ENTERED };

/* Let "process", which sees the names of the taskloop "node" in vm->run, make a
 * task of the next chunk; put the frame of the chunk, whose iterations are to
 * be filled in, into "*frame" unless it is unpaid: the instruction has to be
 * run again then. */
enum lcm_vm_made lcm_vm_make_chunk(lcm_vm *vm, lcm_process *process,
                                   const lcm_node *node,
                                   struct lcm_vm_frame **frame);

/* Bind which of the last tasks that the task of "p" made were executed at once,
 * where data move or not because of that. */
void lcm_vm_bind_tasks(lcm_vm *vm, const struct lcm_vm_process *p);

/* Run the instruction "at" of tasks; return whether "process" runs on. */
bool lcm_vm_step_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at);
