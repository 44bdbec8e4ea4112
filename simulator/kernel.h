/* The discrete-event kernel: processes, delays, conditions, whose turn it is.
 */
#pragma once

#include "simulator/types.h"

/* Return a new simulation at time 0; it and all its parts live in "arena". */
lcm_sim *lcm_sim_new(lcm_arena *arena, const struct lcm_sim_options *options);

/* Return what "options" gave, the present time, the number of events so far:
 * processes resumed and visits made. */
void *lcm_sim_user(const lcm_sim *sim);
double lcm_sim_time(const lcm_sim *sim);
unsigned long long lcm_sim_events(const lcm_sim *sim);

/* Make a resource or a condition; return its index. */
lcm_sim_index lcm_sim_add_condition(lcm_sim *sim);

/* Return how many resources, or conditions, there are. */
size_t lcm_sim_resources(const lcm_sim *sim);
size_t lcm_sim_conditions(const lcm_sim *sim);

/* Return a new process that is child "index" of "n" children of "parent"
 * (NULL: of the simulation), scheduled now; NULL beyond the budget. */
lcm_process *lcm_sim_fork(lcm_sim *sim, lcm_process *parent, size_t index,
                          size_t n);

/* Return the part of "process" that belongs to the step function. */
void *lcm_process_extra(lcm_process *process);
const void *lcm_process_extra_of(const lcm_process *process);

/* Return the parent of "process", or NULL; its number among the children and
 * its depth. */
lcm_process *lcm_process_parent(const lcm_process *process);
size_t lcm_process_index(const lcm_process *process);
unsigned lcm_process_depth(const lcm_process *process);

/* Return whether "process" may go on: all its children have ended.  Else it
 * waits for them. */
bool lcm_sim_join(lcm_sim *sim, lcm_process *process);

/* End "process", which runs now. */
void lcm_sim_exit(lcm_sim *sim, lcm_process *process);

/* End "process", whatever it waits for; what it possesses stays taken. */
void lcm_sim_kill(lcm_sim *sim, lcm_process *process);

/* Let "process" wait for "time". */
void lcm_sim_delay(lcm_sim *sim, lcm_process *process, double time);

/* Let "process" wait for lcm_sim_wake. */
void lcm_sim_block(lcm_sim *sim, lcm_process *process);

/* Take "process" from whatever it waits for and resume it after "time". */
void lcm_sim_wake(lcm_sim *sim, lcm_process *process, double time);

/* Return whether "condition" was signalled; else "process" waits for it. */
bool lcm_sim_wait(lcm_sim *sim, lcm_process *process, lcm_sim_index condition);

/* Signal "condition"; once for ever. */
void lcm_sim_signal(lcm_sim *sim, lcm_sim_index condition);

/* Run until no process can. */
enum lcm_sim_end lcm_sim_run(lcm_sim *sim);

/* Let lcm_sim_run return. */
void lcm_sim_stop(lcm_sim *sim);

/* Return whether a budget is spent. */
bool lcm_sim_is_spent(const lcm_sim *sim);

/* Return the process whose turn it is, and go to its time; NULL where there
 * is none.  For those who run processes by themselves. */
lcm_process *lcm_sim_next(lcm_sim *sim);

/* Return whether a process is scheduled, the first one at "*time". */
bool lcm_sim_peek(lcm_sim *sim, double *time);

/* Let the present time be 0. */
void lcm_sim_rebase(lcm_sim *sim);
