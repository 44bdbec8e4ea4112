/* What processes wait for, for those who look at a simulation. */
#pragma once

#include "simulator/types.h"

/* Return what "process" waits for: the index of the resource or condition in
 * "*index" (the first one it does not get, of several resources). */
enum lcm_waiting lcm_process_waits(const lcm_sim *sim,
                                   const lcm_process *process,
                                   lcm_sim_index *index);

/* Return since when "process" waits for it, or the time to which it is
 * scheduled. */
double lcm_process_time(const lcm_sim *sim, const lcm_process *process);

/* Put the processes scheduled, in the order of their turns, into "*out"
 * (memory of the arena); return how many. */
size_t lcm_sim_scheduled(lcm_process ***out, lcm_sim *sim);

/* Return the process that is first in the queue of "resource", or NULL; how
 * many are in it. */
lcm_process *lcm_sim_first_queued(const lcm_sim *sim, lcm_sim_index resource);
size_t lcm_sim_queue_length(const lcm_sim *sim, lcm_sim_index resource);

/* As lcm_sim_scheduled, for those queued at "resource". */
size_t lcm_sim_queued(lcm_process ***out, lcm_sim *sim, lcm_sim_index resource);

/* As lcm_sim_scheduled, for all that wait for a resource, a condition or
 * their owner, in the order of creation. */
size_t lcm_sim_blocked(lcm_process ***out, lcm_sim *sim);
