/* The step function of the kernel. */
#pragma once

#include "simulator/simulator.h"

/* Run "process" until it waits: the step function. */
void lcm_vm_step(lcm_sim *sim, lcm_process *process);
