/* SPDX-License-Identifier: MIT
 *
 * Counts who arrives at barriers, and keeps when the last of a phase came. */
#include <stdatomic.h>

#include "profiler/core/barriers.h"
#include "profiler/core/clock.h"
#include "profiler/core/events.h"
#include "profiler/core/teams.h"

/* A barrier of POSIX at "address". */
struct lcm_barriers {
  const void *address;
  lcm_barrier barrier;
  lcm_barriers *next;
};

uint64_t lcm_barrier_arrive(lcm_barrier *barrier, uint64_t clock) {
  const uint32_t n = barrier->n ? barrier->n : 1;
  const uint64_t number = atomic_fetch_add(&barrier->arrived, 1);
  const uint64_t phase = number / n;
  if (number % n == 0)
    atomic_store(&barrier->last[phase & 1], 0);
  lcm_barrier_worked(barrier, phase, clock);
  return phase;
}

void lcm_barrier_worked(lcm_barrier *barrier, uint64_t phase, uint64_t clock) {
  _Atomic(uint64_t) *last = &barrier->last[phase & 1];
  uint64_t before = atomic_load(last);
  while (before < clock && !atomic_compare_exchange_weak(last, &before, clock))
    ;
}

uint64_t lcm_barrier_last(const lcm_barrier *barrier, uint64_t phase) {
  const uint32_t n = barrier->n ? barrier->n : 1;
  return atomic_load(&barrier->arrived) / n > phase
             ? atomic_load(&barrier->last[phase & 1])
             : UINT64_MAX;
}

/* Return the entry of "barrier" among those of "run", or NULL. */
static lcm_barriers *find(const lcm_profiled_run *run, const void *barrier) {
  lcm_barriers *entry = run->barriers;
  while (entry && entry->address != barrier)
    entry = entry->next;
  return entry;
}

void lcm_barrier_note(const void *barrier, uint32_t n) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_lock(&run->lock);
  lcm_barriers *entry = find(run, barrier);
  if (!entry) {
    entry = lcm_keep(sizeof *entry);
    if (entry) {
      entry->address = barrier;
      entry->next = run->barriers;
      run->barriers = entry;
    }
  }
  if (entry) {
    entry->barrier.n = n;
    atomic_store(&entry->barrier.arrived, 0);
  }
  lcm_unlock(&run->lock);
}

lcm_barrier *lcm_barrier_known(const void *barrier) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_lock(&run->lock);
  lcm_barriers *entry = find(run, barrier);
  lcm_unlock(&run->lock);
  return entry ? &entry->barrier : NULL;
}

uint64_t lcm_barrier_enter(lcm_thread *thread, lcm_barrier *barrier,
                           const void *address) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return 0;
  const uint64_t now = lcm_now();
  const lcm_enter enter = {.kind = LCM_RAW_BARRIER,
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_LI,
                           .address = address};
  lcm_frame_enter(run, thread, &enter, now);
  const uint64_t phase =
      lcm_barrier_arrive(barrier, lcm_clock(run, LCM_RAW_WAITING, now));
  lcm_unlock(&thread->lock);
  return phase;
}

void lcm_barrier_leave(lcm_thread *thread, const lcm_barrier *barrier,
                       uint64_t phase) {
  if (!lcm_hold(thread))
    return;
  lcm_frame_leave(lcm_the_run(), thread, lcm_now(),
                  lcm_barrier_last(barrier, phase), LCM_RAW_SL);
  lcm_unlock(&thread->lock);
}
