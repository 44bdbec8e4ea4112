/* Members of teams: names, waiting. */
#pragma once

#include "composer/simulate/team.h"

/* Bind what "leaf" sees in "frame" in vm->run. */
void lcm_vm_bind(lcm_vm *vm, const struct lcm_vm_leaf *leaf,
                 const struct lcm_vm_frame *frame);

/* Let the idle members of "crew" look again. */
void lcm_vm_wake(lcm_vm *vm, struct lcm_vm_crew *crew);

/* Let "process" wait until somebody wakes its team; its instruction is run
 * again then. */
void lcm_vm_idle(lcm_vm *vm, lcm_process *process);
