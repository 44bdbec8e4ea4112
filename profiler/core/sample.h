/* SPDX-License-Identifier: MIT
 *
 * Samples of where threads spend CPU time. */
#pragma once

#include "profiler/core/state.h"

/* As `sample_ns` of a run: how much CPU time lies between samples follows from
 * what one is measured to cost. */
#define LCM_SAMPLE_AUTO UINT32_MAX

/* Get ready to sample, and choose the interval where the user has not; where
 * that cannot be, the rest is measured. */
void lcm_sample_start(lcm_profiled_run *run);

/* Begin, end to sample the calling thread "thread". */
void lcm_sample_begin(lcm_profiled_run *run, lcm_thread *thread);
void lcm_sample_end(lcm_profiled_run *run, lcm_thread *thread);
