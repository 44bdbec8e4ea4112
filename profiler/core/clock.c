/* SPDX-License-Identifier: MIT
 *
 * The clock of the run. */
#include "profiler/core/clock.h"

#include <time.h>

#include "profiler/core/state.h"

uint64_t lcm_real_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec -
         lcm_the_run()->start;
}

uint64_t lcm_now(void) {
  const lcm_profiled_run *run = lcm_the_run();
  return run->sampling && run->ticked ? run->ticked : lcm_real_now();
}
