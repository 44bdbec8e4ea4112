/* SPDX-License-Identifier: MIT
 *
 * Hardware counters, through the kernel: cycles, instructions, cache misses. */
#pragma once

#include "profiler/core/state.h"

/* Find out which counters there are; `counters` of the header says it then,
 * and a message in the file where they were asked for and there are none. */
void lcm_counters_start(lcm_profiled_run *run);

/* Begin to count for the calling thread "thread". */
void lcm_counters_begin(lcm_profiled_run *run, lcm_thread *thread);

/* Add what was counted for "thread" since the last time to its record and,
 * where that was asked for, to its cell. */
void lcm_counters_read(lcm_profiled_run *run, lcm_thread *thread);

/* Stop to count for "thread". */
void lcm_counters_end(lcm_profiled_run *run, lcm_thread *thread);
