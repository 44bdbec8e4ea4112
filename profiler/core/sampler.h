/* SPDX-License-Identifier: MIT
 *
 * Measuring by sampling: events set flags only, and a thread of ours looks at
 * them at every interval, as the thesis does (Crovella 1994, 4.2). */
#pragma once

#include "profiler/core/threads.h"

/* Start the thread that samples, every `tick_ns`; false where it cannot be. */
bool lcm_sampler_start(lcm_profiled_run *run);

/* Charge all processors of "run", from the last time this was called until
 * "now", with what they are at. */
void lcm_sampler_tick(lcm_profiled_run *run, uint64_t now);
