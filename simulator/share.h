/* Resources that their users share evenly. */
#pragma once

#include "simulator/state.h"

/* Let "process" use the shared resource of its claim for "time". */
void lcm_sim_share(lcm_sim *sim, lcm_process *process, double time);

/* Let "process" leave the shared resource of its claim, "served" or not. */
void lcm_sim_leave(lcm_sim *sim, lcm_process *process, bool served);
