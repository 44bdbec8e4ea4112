/* Tasks in simulation. */
#pragma once

#include "composer/simulate/team.h"

/* Begin the oldest task of the team of "p" that may begin; return whether there
 * is one. */
bool lcm_vm_begin_job(struct lcm_vm_process *p);

/* Make a task of "process" that begins at instruction "next" with "frame". */
struct lcm_vm_job *lcm_vm_make_job(lcm_vm *vm, struct lcm_vm_process *p,
                                   uint32_t next, struct lcm_vm_frame *frame);

/* Run the instruction "at" of tasks; return whether "process" runs on. */
bool lcm_vm_step_task(lcm_vm *vm, lcm_process *process,
                      const struct lcm_vm_instruction *at);
