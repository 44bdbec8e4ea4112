/* SPDX-License-Identifier: MIT
 *
 * The threads of the run. */
#include "profiler/core/threads.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "profiler/core/clock.h"
#include "profiler/core/counters.h"
#include "profiler/core/events.h"
#include "profiler/core/sample.h"
#include "profiler/core/usage.h"

/* Give "thread" a record, a cell of the whole program, slices of time and a
 * timeline; only the first two must be had.  The lock of "run" is held. */
static bool make_records(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_store *store = &run->store;
  thread->record = lcm_store_must(store, sizeof *thread->record);
  if (!thread->record)
    return false;
  thread->record->id = thread->id;
  thread->record->role = thread->role;
  thread->record->start_ns = lcm_now();
  thread->record->state = LCM_RAW_GONE;
  thread->record->processors = 1;
  lcm_store_commit(thread->record, LCM_RAW_THREAD);
  if (!lcm_cell_here(run, thread, 0))
    return false;
  thread->times = lcm_store_room(store, sizeof *thread->times);
  if (thread->times) {
    thread->times->thread = thread->id;
    thread->times->shift = 20;
    lcm_store_commit(thread->times, LCM_RAW_TIMES);
  }
  const uint32_t room = run->timeline;
  thread->intervals =
      room && thread->role != LCM_RAW_VACANT
          ? lcm_store_room(store, sizeof *thread->intervals +
                                      room * sizeof(lcm_raw_interval))
          : NULL;
  if (thread->intervals) {
    thread->intervals_room = room;
    thread->intervals->thread = thread->id;
    lcm_store_commit(thread->intervals, LCM_RAW_INTERVALS);
  }
  return true;
}

/* Make a thread of "role"; NULL where there is no room.  The lock of "run" is
 * held. */
static lcm_thread *make_thread(lcm_profiled_run *run, uint32_t role) {
  const uint32_t id = atomic_load(&run->n_threads);
  lcm_thread *thread =
      id < LCM_MAX_THREADS ? lcm_keep(sizeof(lcm_thread)) : NULL;
  if (!thread)
    return NULL;
  thread->id = id;
  thread->role = role;
  thread->counter_leader = -1;
  atomic_store(&thread->state, LCM_RAW_GONE);
  if (!make_records(run, thread))
    return NULL;
  run->threads[id] = thread;
  atomic_store(&run->n_threads, id + 1);
  return thread;
}

lcm_thread *lcm_thread_new(lcm_profiled_run *run, uint32_t role,
                           uint32_t creator) {
  lcm_lock(&run->lock);
  lcm_thread *thread = run->free[role];
  if (thread)
    run->free[role] = thread->next;
  else
    thread = make_thread(run, role);
  if (thread) {
    thread->next = NULL;
    thread->record->creator = creator;
    thread->record->end_ns = 0;
  }
  lcm_unlock(&run->lock);
  return thread;
}

void lcm_thread_begin(lcm_profiled_run *run, lcm_thread *thread) {
  thread->record->tid = (int32_t)syscall(SYS_gettid);
  lcm_set_self(thread);
  lcm_counters_begin(run, thread);
  lcm_queue_begin(thread);
  lcm_sample_begin(run, thread);
}

void lcm_thread_end(lcm_profiled_run *run, lcm_thread *thread) {
  lcm_sample_end(run, thread);
  lcm_queue_end(thread);
  lcm_counters_end(run, thread);
  lcm_set_self(NULL);
  lcm_lock(&thread->lock);
  const uint64_t now = lcm_now();
  if (atomic_load(&run->on)) {
    lcm_frame_drop(run, thread, LCM_RAW_GONE, now);
    lcm_usage_add(thread->record);
    thread->record->end_ns = now;
  }
  lcm_unlock(&thread->lock);
  lcm_lock(&run->lock);
  thread->team = NULL;
  thread->next = run->free[thread->role];
  run->free[thread->role] = thread;
  lcm_unlock(&run->lock);
}
