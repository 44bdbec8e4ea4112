/* SPDX-License-Identifier: MIT
 *
 * Calls of MPI as frames of the calling thread. */
#include <stdatomic.h>

#include "profiler/core/core.h"
#include "profiler/mpi/call.h"
#include "profiler/mpi/clock.h"
#include "profiler/mpi/stamp.h"
#include "profiler/mpi/state.h"

bool lcm_mpi_begin(lcm_mpi_timed_call *call, const lcm_mpi_how *how,
                   const void *address) {
  int *depth = lcm_mpi_depth();
  if (*depth || !atomic_load_explicit(&lcm_mpi_the()->on, memory_order_relaxed))
    return false;
  *depth = 1;
  const lcm_enter enter = {.kind = how->kind,
                           .state = how->state,
                           .category = how->category,
                           .address = address,
                           .name = how->name};
  *call = (lcm_mpi_timed_call){.how = how, .thread = lcm_self()};
  lcm_push(call->thread, &enter);
  call->begin = call->until = lcm_mpi_now();
  return true;
}

void lcm_mpi_end(lcm_mpi_timed_call *call) {
  const uint64_t now = lcm_mpi_now();
  const uint64_t after = now > call->until ? now - call->until : 0;
  if (call->how->state == LCM_RAW_WAITING)
    lcm_pop_split(call->thread, call->how->after, after);
  else
    lcm_pop(call->thread);
  if (lcm_mpi_the()->open_late)
    lcm_mpi_hear();
  *lcm_mpi_depth() = 0;
}
