/* SPDX-License-Identifier: MIT
 *
 * The threads of the run. */
#pragma once

#include "profiler/core/frames.h"

/* Return a thread of "role", created by the thread "creator": a new one, or one
 * of that role that has ended; NULL where there are too many.  It is away. */
lcm_thread *lcm_thread_new(lcm_profiled_run *run, uint32_t role,
                           uint32_t creator);

/* Make the calling thread known as "thread" and begin to sample it. */
void lcm_thread_begin(lcm_profiled_run *run, lcm_thread *thread);

/* The calling thread "thread" ends. */
void lcm_thread_end(lcm_profiled_run *run, lcm_thread *thread);
