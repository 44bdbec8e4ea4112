/* Recording a timeline. */
#pragma once

#include "composer/simulate/internal.h"

struct lcm_message_queues;

/* Keep the schedule of what runs from now on. */
void lcm_vm_record(lcm_vm *vm);

/* Note that "process" begins, or ends. */
void lcm_vm_note_begin(lcm_vm *vm, lcm_process *process);
void lcm_vm_note_end(lcm_vm *vm, lcm_process *process);

/* Note that "process" signals "condition", or waits for it. */
void lcm_vm_note_signal(lcm_vm *vm, lcm_process *process,
                        lcm_sim_index condition);
void lcm_vm_note_wait(lcm_vm *vm, lcm_process *process,
                      lcm_sim_index condition);

/* Note that "process" has waited for "messages" since "since". */
void lcm_vm_note_queues(lcm_vm *vm, lcm_process *process,
                        const struct lcm_message_queues *queues, double since);

/* What the kernel tells ("user" is the lcm_vm). */
void lcm_vm_note_span(void *user, const struct lcm_span *span);

/* Return what was recorded. */
const lcm_timeline *lcm_vm_schedule(lcm_vm *vm);
