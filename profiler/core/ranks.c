/* SPDX-License-Identifier: MIT
 *
 * What the hooks of MPI libraries need of the runtime beside events. */
#include "profiler/core/ranks.h"

#include <stdatomic.h>

#include "profiler/core/events.h"
#include "profiler/core/frames.h"
#include "profiler/core/run.h"

uint32_t lcm_site_here(lcm_thread *thread) {
  uint32_t site = 0;
  if (!lcm_hold(thread))
    return 0;
  const lcm_frame *frame = lcm_frame_top(thread);
  if (frame)
    site = frame->site;
  lcm_unlock(&thread->lock);
  return site;
}

void lcm_move(lcm_thread *thread, uint32_t site, uint32_t from, uint32_t to,
              uint64_t ns) {
  if (!lcm_hold(thread))
    return;
  lcm_raw_cell *cell = lcm_cell_find(lcm_the_run(), thread, site);
  if (cell) {
    const uint64_t most = cell->ns[from] < ns ? cell->ns[from] : ns;
    cell->ns[from] -= most;
    cell->ns[to] += most;
  }
  lcm_unlock(&thread->lock);
}

void lcm_measure(bool on) {
  if (on)
    lcm_run_resume();
  else
    lcm_run_pause();
}

void lcm_end(void) { lcm_run_finish(LCM_RAW_EXITED, 0, 0); }

int lcm_raw_descriptor(void) {
  const lcm_profiled_run *run = lcm_the_run();
  return run->header ? run->store.fd : -1;
}
