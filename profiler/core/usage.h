/* SPDX-License-Identifier: MIT
 *
 * What the kernel counts: context switches, migrations, page faults, CPU
 * time. */
#pragma once

#include "profiler/core/state.h"

/* Begin to count what is only counted if one asks: migrations. */
void lcm_usage_start(lcm_profiled_run *run);

/* Add what was counted for the calling thread, which ends, to "record". */
void lcm_usage_add(lcm_raw_thread *record);

/* Fill in what was counted for the process and, unless "crashed", for its
 * threads that still are there. */
void lcm_usage_finish(lcm_profiled_run *run, bool crashed);
