/* SPDX-License-Identifier: MIT
 *
 * The clock of this rank, and how long a call waited by the common one. */

#include <time.h>

#include "profiler/mpi/clock.h"
#include "profiler/mpi/state.h"

uint64_t lcm_mpi_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void lcm_mpi_waited(lcm_mpi_timed_call *call, uint64_t when) {
  const int64_t own = (int64_t)when - lcm_mpi_the()->offset;
  if (own > (int64_t)call->until)
    call->until = (uint64_t)own;
}
