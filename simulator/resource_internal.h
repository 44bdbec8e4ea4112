/* What the kernel asks of queues: settling, ends of visits, withdrawals. */
#pragma once

#include "simulator/state.h"

/* Meet those that can be met in the queues of the marked resources. */
void lcm_sim_settle(lcm_sim *sim);

/* End the visit of "process"; return whether it was the last one, so that the
 * process runs on. */
bool lcm_sim_end_visit(lcm_sim *sim, lcm_process *process);

/* Take "process" out of the queues of the resources it waits for. */
void lcm_sim_unqueue(lcm_sim *sim, lcm_process *process);
