/* SPDX-License-Identifier: MIT
 *
 * Samples of where threads spend CPU time. */
#ifndef LCM_PROFILER_SAMPLE_INTERNAL_H
#define LCM_PROFILER_SAMPLE_INTERNAL_H

#include "profiler/state_internal.h"

/* Return how much CPU time, in nanoseconds, lies between samples unless the
 * user says it: less where there is an exact clock. */
uint32_t lcm_sample_interval(void);

/* Get ready to sample; where that cannot be, the rest is measured. */
void lcm_sample_start(lcm_run *run);

/* Begin, end to sample the calling thread "thread". */
void lcm_sample_begin(lcm_run *run, lcm_thread *thread);
void lcm_sample_end(lcm_run *run, lcm_thread *thread);

#endif
