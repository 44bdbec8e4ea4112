/* SPDX-License-Identifier: MIT
 *
 * Measuring by sampling: a thread of ours looks at the others every
 * interval. */
#include "profiler/core/sampler.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "profiler/core/barriers.h"
#include "profiler/core/clock.h"
#include "profiler/core/events.h"
#include "profiler/core/real.h"
#include "profiler/core/teams.h"

/* What the predicates are evaluated on. */
typedef struct lcm_sight {
  /* busy, waiting: threads that compute, that wait: Busy and Spinning */
  uint32_t busy;
  uint32_t waiting;
  uint32_t coming; /* threads that were asked for */
  /* work, site: whether work exists, and the site that vacancy goes to */
  bool work;
  uint32_t site;
} lcm_sight;

/* Look at the first "n" threads of "run" and note their states. */
static lcm_sight look(lcm_profiled_run *run, uint32_t n) {
  uint8_t *states = run->states;
  lcm_sight sight = {0};
  for (uint32_t i = 0; i < n; i++) {
    states[i] = run->threads[i] == run->vacant
                    ? LCM_RAW_GONE
                    : (uint8_t)atomic_load(&run->threads[i]->state);
    sight.busy += states[i] == LCM_RAW_BUSY;
    sight.waiting += states[i] == LCM_RAW_WAITING;
  }
  lcm_lock(&run->lock);
  sight.coming = run->coming;
  sight.work = run->work > 0;
  sight.site = lcm_vacant_site(run);
  lcm_unlock(&run->lock);
  return sight;
}

/* Return the category that "thread", whose lock is held, is charged to: who
 * waits at a barrier waits for others until the last has come. */
static uint32_t category_of(lcm_thread *thread) {
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && top->kind == LCM_RAW_BARRIER && top->team &&
      lcm_barrier_last(&top->team->barrier, top->barrier) != UINT64_MAX)
    return LCM_RAW_SL;
  return thread->charged;
}

/* Charge those of the first "n" threads of "run" that were seen in "state" with
 * "each" nanoseconds, and the first of them with "rest" more. */
static void charge_state(lcm_profiled_run *run, uint32_t n, uint32_t state,
                         uint64_t each, uint64_t rest, uint64_t now) {
  for (uint32_t i = 0; i < n; i++) {
    if (run->states[i] != state)
      continue;
    lcm_thread *thread = run->threads[i];
    lcm_lock(&thread->lock);
    lcm_add(thread, run->ticked, now, category_of(thread), each + rest);
    thread->since = now;
    thread->record->since_ns = now;
    lcm_unlock(&thread->lock);
    rest = 0;
  }
}

void lcm_sampler_tick(lcm_profiled_run *run, uint64_t now) {
  const uint32_t n = atomic_load(&run->n_threads);
  if (now <= run->ticked)
    return;
  const uint64_t passed = now - run->ticked;
  if (run->paused) {
    run->ticked = run->header->seen_ns = now;
    return;
  }
  const lcm_sight sight = look(run, n);
  const uint32_t p = run->p;
  const uint32_t busy = sight.busy < p ? sight.busy : p;
  const uint32_t left = p - busy;
  const uint32_t waiting = sight.waiting < left ? sight.waiting : left;
  const uint32_t vacant = left - waiting;
  const uint32_t coming = sight.coming < vacant ? sight.coming : vacant;
  if (busy)
    charge_state(run, n, LCM_RAW_BUSY, busy * passed / sight.busy,
                 busy * passed % sight.busy, now);
  if (waiting)
    charge_state(run, n, LCM_RAW_WAITING, waiting * passed / sight.waiting,
                 waiting * passed % sight.waiting, now);
  lcm_lock(&run->lock);
  const uint32_t more = run->p - p;
  lcm_vacant_add(run, sight.site, LCM_RAW_SL, coming * passed, now);
  lcm_vacant_add(run, sight.site, sight.work ? LCM_RAW_LI : LCM_RAW_IP,
                 (vacant - coming + more) * passed, now);
  run->vacant_time[sight.site][sight.work ? 0 : 1] += passed;
  run->busy_over += sight.busy > p ? passed : 0;
  run->ticked = now;
  run->header->seen_ns = now;
  lcm_unlock(&run->lock);
}

/* Sample until the run "argument" ends. */
static void *sample(void *argument) {
  lcm_profiled_run *run = argument;
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  while (atomic_load(&run->on)) {
    lcm_lock(&run->sampling_lock);
    if (atomic_load(&run->on))
      lcm_sampler_tick(run, lcm_real_now());
    lcm_unlock(&run->sampling_lock);
    const uint64_t at = (uint64_t)next.tv_nsec + run->tick_ns;
    next.tv_sec += (time_t)(at / 1000000000u);
    next.tv_nsec = (long)(at % 1000000000u);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
  return NULL;
}

bool lcm_sampler_start(lcm_profiled_run *run) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int wrong = LCM_REAL(pthread_create)(&thread, NULL, sample, run);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!wrong)
    pthread_detach(thread);
  return !wrong;
}
