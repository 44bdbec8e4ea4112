/* SPDX-License-Identifier: MIT */
#pragma once

#include "profiler/core/state.h"
#include "profiler/core/threads.h"

/* Return the nanoseconds since the start by the clock; lcm_now says when the
 * last sample was where the run is sampled. */
uint64_t lcm_real_now(void);

/* Take the lock of "thread"; return whether it was taken: not where "thread" is
 * NULL or nothing is measured any more. */
bool lcm_hold(lcm_thread *thread);
