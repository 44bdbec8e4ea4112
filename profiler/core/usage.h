/* SPDX-License-Identifier: MIT
 *
 * What the kernel counts: context switches, migrations, page faults, CPU
 * time. */
#pragma once

#include "profiler/core/state.h"

/* Begin to count what is only counted if one asks: migrations. */
void lcm_usage_start(lcm_profiled_run *run);

/* Begin, end to follow how long the calling thread, "thread", waits for
 * processors. */
void lcm_queue_begin(lcm_thread *thread);
void lcm_queue_end(lcm_thread *thread);

/* Return how many nanoseconds "thread" waited for a processor from the last
 * call until "now"; 0 where that is less than half a millisecond, or so little
 * time has "passed" that it is not looked up.  What may lie behind "now" is
 * left for the next call. */
uint64_t lcm_queue_since(lcm_thread *thread, uint64_t passed, uint64_t now);

/* Add what was counted for the calling thread, which ends, to "record". */
void lcm_usage_add(lcm_raw_thread *record);

/* Fill in what was counted for the process and, unless "crashed", for its
 * threads that still are there. */
void lcm_usage_finish(lcm_profiled_run *run, bool crashed);
