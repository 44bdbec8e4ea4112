/* SPDX-License-Identifier: MIT
 *
 * What the sources of events call: frames are entered and left under the lock
 * of the thread. */
#include "profiler/core/types.h"

#include <stdatomic.h>

#include "profiler/core/clock.h"
#include "profiler/core/events.h"
#include "profiler/core/threads.h"

lcm_thread *lcm_self(void) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load_explicit(&run->on, memory_order_relaxed))
    return NULL;
  lcm_thread *self = lcm_known_self();
  if (self)
    return self;
  self = lcm_thread_new(run, LCM_RAW_OTHER_THREAD, 0);
  if (!self)
    return NULL;
  lcm_thread_begin(run, self);
  lcm_lock(&self->lock);
  const lcm_enter enter = {.kind = LCM_RAW_THREAD_FUNCTION};
  lcm_frame_enter(run, self, &enter, lcm_now());
  lcm_unlock(&self->lock);
  return self;
}

bool lcm_hold(lcm_thread *thread) {
  if (!thread)
    return false;
  lcm_lock(&thread->lock);
  if (atomic_load_explicit(&lcm_the_run()->on, memory_order_relaxed))
    return true;
  lcm_unlock(&thread->lock);
  return false;
}

void lcm_push(lcm_thread *thread, const lcm_enter *enter) {
  if (!lcm_hold(thread))
    return;
  lcm_frame_enter(lcm_the_run(), thread, enter, lcm_now());
  lcm_unlock(&thread->lock);
}

void lcm_pop(lcm_thread *thread) {
  if (!lcm_hold(thread))
    return;
  lcm_frame_leave(lcm_the_run(), thread, lcm_now(), UINT64_MAX, 0);
  lcm_unlock(&thread->lock);
}

void lcm_pop_split(lcm_thread *thread, uint32_t category, uint64_t ns) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  const uint32_t state = atomic_load(&thread->state);
  const uint64_t clock =
      state <= LCM_RAW_WAITING ? lcm_clock(run, state, now) : 0;
  lcm_frame_leave(
      run, thread, now,
      clock > ns << LCM_CLOCK_SHIFT ? clock - (ns << LCM_CLOCK_SHIFT) : 0,
      category);
  lcm_unlock(&thread->lock);
}

void lcm_iterations(lcm_thread *thread, uint64_t n) {
  if (!lcm_hold(thread))
    return;
  const lcm_frame *frame = lcm_frame_top(thread);
  lcm_raw_cell *cell = frame && !(frame->team && frame->team == thread->team)
                           ? lcm_cell_find(lcm_the_run(), thread, frame->site)
                           : NULL;
  if (cell)
    cell->iterations += n;
  lcm_unlock(&thread->lock);
}

void lcm_set_rank(int rank, int ranks) {
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on))
    return;
  run->header->rank = rank;
  run->header->ranks = ranks;
}
