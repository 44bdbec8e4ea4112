/* SPDX-License-Identifier: MIT
 *
 * What all functions that stand in for those of the C library do: find out who
 * called, note that the caller waits or did not have to. */

#include <stdatomic.h>

#include "profiler/core/core.h"
#include "profiler/wrap/wrap.h"

lcm_thread *lcm_caller(const void *address) {
  if (!atomic_load_explicit(&lcm_the_run()->on, memory_order_relaxed) ||
      !lcm_is_user(address))
    return NULL;
  return lcm_self();
}

void lcm_wait(lcm_thread *thread, uint32_t kind, const void *address,
              uint32_t state) {
  const lcm_enter enter = {.kind = kind,
                           .state = state,
                           .category = kind == LCM_RAW_BARRIER ? LCM_RAW_LI
                                                               : LCM_RAW_SL,
                           .address = address};
  lcm_push(thread, &enter);
}

void lcm_no_wait(lcm_thread *thread, uint32_t kind, const void *address) {
  if (!lcm_hold(thread))
    return;
  lcm_profiled_run *run = lcm_the_run();
  const lcm_frame *top = lcm_frame_top(thread);
  const lcm_site site = {.kind = kind,
                         .parent = top ? top->site : 0,
                         .address = (uintptr_t)address};
  lcm_raw_cell *cell = lcm_cell_find(run, thread, lcm_site_find(run, &site));
  if (cell)
    cell->visits++;
  lcm_unlock(&thread->lock);
}
