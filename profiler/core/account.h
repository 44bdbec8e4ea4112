/* SPDX-License-Identifier: MIT
 *
 * Where the time of the processors goes.
 *
 * A thread that computes or waits is charged what its clock went on by; a
 * processor without such a thread is vacant: that is load imbalance while an
 * unfinished parallel construct exists, insufficient parallelism while there
 * is none, and the cost of starting where a thread was asked for and has not
 * begun.  So the sum of all is p times the time. */
#pragma once

#include "profiler/core/sites.h"
#include "profiler/core/state.h"

/* Clocks show nanoseconds in parts of 2^-LCM_CLOCK_SHIFT.  They begin at one,
 * which is more than what is left over of one. */
#define LCM_CLOCK_SHIFT 10

/* Set the clocks of "run", before it begins. */
void lcm_clocks_start(lcm_profiled_run *run);

/* Return what the clock of "state" shows at "now". */
uint64_t lcm_clock(const lcm_profiled_run *run, uint32_t state, uint64_t now);

/* Charge "thread" for what it was at until "now"; its lock is held. */
void lcm_charge(lcm_profiled_run *run, lcm_thread *thread, uint64_t now);

/* The same where the lock of "run" is held. */
void lcm_charge_here(lcm_profiled_run *run, lcm_thread *thread, uint64_t now);

/* The first, but what lies behind "split" on its clock goes to "late". */
void lcm_charge_split(lcm_profiled_run *run, lcm_thread *thread, uint64_t now,
                      uint64_t split, uint32_t late);

/* Let "thread", charged until "now", be at "site", charged as
 * "category", in "state".  Its lock is held. */
void lcm_be_at(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
               uint32_t site, uint32_t category, uint64_t now);

/* Add "ns" of "category", between "from" and "to", to what "thread" is at. */
void lcm_add(lcm_thread *thread, uint64_t from, uint64_t to, uint32_t category,
             uint64_t ns);

/* Return the site that vacancy is charged to; charge "ns" of it, that passed
 * until "now", to "site" as "category".  The lock of "run" is held. */
uint32_t lcm_vacant_site(const lcm_profiled_run *run);
void lcm_vacant_add(lcm_profiled_run *run, uint32_t site, uint32_t category,
                    uint64_t ns, uint64_t now);

/* Charge vacant processors until "now".  The lock of "run" is held, as it is
 * up to lcm_arrive. */
void lcm_vacancy(lcm_profiled_run *run, uint64_t now);

/* From now on nobody is charged but under the lock of "run", until
 * lcm_share_out finds that there are processors enough. */
void lcm_crowd(lcm_profiled_run *run);

/* Let the clocks follow a change of who is there, vacancy being charged until
 * now and lcm_crowd called where they may change. */
void lcm_share_out(lcm_profiled_run *run);

/* Begin, end a parallel construct at "site", for which "coming" threads were
 * asked that will call lcm_arrive. */
void lcm_work_begin(lcm_profiled_run *run, uint32_t site, uint32_t coming,
                    uint64_t now);
void lcm_work_end(lcm_profiled_run *run, uint32_t site, uint64_t now);

/* "n" of the threads that were asked for have begun, or never will. */
void lcm_arrive(lcm_profiled_run *run, uint32_t n, uint64_t now);

/* The first thread is at "site" from "now" on. */
void lcm_serial_at(lcm_profiled_run *run, uint32_t site, uint64_t now);

/* Move what vacancy charged to the gap "from" of the first thread to "to". */
void lcm_serial_gap(lcm_profiled_run *run, uint32_t from, uint32_t to,
                    uint64_t now);
