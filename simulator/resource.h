/* Queues of resources: who gets the units that are free.  Resources that
 * their users share evenly. */
#pragma once

#include "simulator/state.h"

/* Make a resource or a condition; return its index. */
lcm_sim_index lcm_sim_add_resource(lcm_sim *sim, struct lcm_sim_resource what);

/* Return whether "process" may go on, possessing the "n" claims (of different
 * resources) at "claims".  Else it waits for them and then goes on. */
bool lcm_sim_acquire(lcm_sim *sim, lcm_process *process,
                     const struct lcm_claim *claims, size_t n);

/* Give the units of the "n" claims at "claims" back, or add them. */
void lcm_sim_release(lcm_sim *sim, const struct lcm_claim *claims, size_t n);

/* Let "process" possess the "n" claims for "time" in all, in visits of their
 * service time, waiting in the queue before each.  One claim of one unit where
 * the resource is shared. */
void lcm_sim_use(lcm_sim *sim, lcm_process *process,
                 const struct lcm_claim *claims, size_t n, double time);

/* Return the units of "resource" that are free. */
int64_t lcm_sim_free_units(const lcm_sim *sim, lcm_sim_index resource);

/* Let "process" leave the shared resource of its claim, "served" or not. */
void lcm_sim_leave(lcm_sim *sim, lcm_process *process, bool served);
