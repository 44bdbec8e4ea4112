/* SPDX-License-Identifier: MIT
 *
 * Starting and joining threads of POSIX and C11. */
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

#include "profiler/core/core.h"
#include "profiler/wrap/wrap.h"

/* What a thread is to run: one of the two functions, as the user's. */
typedef struct lcm_start {
  void *(*posix)(void *argument);
  int (*c11)(void *argument);
  void *argument;
  uint32_t site;
  uint32_t creator;
  struct lcm_start *next; /* one that is free */
} lcm_start;

/* Note that "creator" starts a thread at the site of its function, at
 * "function"; return what the thread is to run, or NULL. */
static lcm_start *begin_start(lcm_thread *creator, uintptr_t function) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(creator))
    return NULL;
  const uint64_t now = lcm_now();
  const lcm_enter enter = {.kind = LCM_RAW_THREAD_FUNCTION,
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_SL,
                           .address = (const void *)function,
                           .quiet = true};
  const lcm_frame *frame = lcm_frame_enter(run, creator, &enter, now);
  lcm_lock(&run->lock);
  lcm_start *start = run->free_starts;
  if (start)
    run->free_starts = start->next;
  else
    start = lcm_keep(sizeof *start);
  if (start) {
    *start =
        (lcm_start){.site = frame ? frame->site : 0, .creator = creator->id};
    lcm_work_begin(run, start->site, 1, now);
  }
  lcm_unlock(&run->lock);
  lcm_unlock(&creator->lock);
  return start;
}

/* The start of a thread by "creator" is over; "failed": the thread of "start"
 * will not come. */
static void end_start(lcm_thread *creator, lcm_start *start, bool failed) {
  lcm_profiled_run *run = lcm_the_run();
  if (failed) {
    lcm_lock(&run->lock);
    const uint64_t now = lcm_now();
    lcm_arrive(run, 1, now);
    lcm_work_end(run, start->site, now);
    start->next = run->free_starts;
    run->free_starts = start;
    lcm_unlock(&run->lock);
  }
  lcm_pop(creator);
}

/* Begin the calling thread as "start", which is given back, says; return it,
 * or NULL where it is not measured. */
static lcm_thread *begin_thread(lcm_start *start) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_thread *thread =
      atomic_load(&run->on)
          ? lcm_thread_new(run, LCM_RAW_THREAD_OF_USER, start->creator)
          : NULL;
  if (thread)
    lcm_thread_begin(run, thread);
  lcm_lock(&run->lock);
  const uint64_t now = lcm_now();
  lcm_arrive(run, 1, now);
  const uint32_t site = start->site;
  start->next = run->free_starts;
  run->free_starts = start;
  lcm_unlock(&run->lock);
  if (!lcm_hold(thread))
    return NULL;
  const lcm_enter enter = {.kind = LCM_RAW_THREAD_FUNCTION};
  lcm_frame_enter_site(run, thread, &enter, site, now);
  thread->root_site = site;
  lcm_unlock(&thread->lock);
  return thread;
}

/* The calling thread, "thread", ends. */
static void end_thread(void *thread) {
  lcm_profiled_run *run = lcm_the_run();
  lcm_thread *self = thread;
  const uint32_t site = self->root_site;
  lcm_thread_end(run, self);
  lcm_lock(&run->lock);
  if (atomic_load(&run->on))
    lcm_work_end(run, site, lcm_now());
  lcm_unlock(&run->lock);
}

/* What threads of POSIX run: what the lcm_start "argument" says. */
static void *run_posix(void *argument) {
  const lcm_start start = *(lcm_start *)argument;
  lcm_thread *thread = begin_thread(argument);
  if (!thread)
    return start.posix(start.argument);
  void *result = NULL;
  pthread_cleanup_push(end_thread, thread);
  result = start.posix(start.argument);
  pthread_cleanup_pop(1);
  return result;
}

/* What threads of C11 run. */
static int run_c11(void *argument) {
  const lcm_start start = *(lcm_start *)argument;
  lcm_thread *thread = begin_thread(argument);
  if (!thread)
    return start.c11(start.argument);
  int result = 0;
  pthread_cleanup_push(end_thread, thread);
  result = start.c11(start.argument);
  pthread_cleanup_pop(1);
  return result;
}

#pragma GCC visibility push(default)

/* Start a thread that runs "function" with "argument". */
int pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                   void *(*function)(void *), void *argument) {
  lcm_thread *thread = lcm_caller(LCM_CALLED_AT);
  lcm_start *start = begin_start(thread, (uintptr_t)function);
  if (!start)
    return LCM_REAL(pthread_create)(id, attributes, function, argument);
  start->posix = function;
  start->argument = argument;
  const int wrong = LCM_REAL(pthread_create)(id, attributes, run_posix, start);
  end_start(thread, start, wrong != 0);
  return wrong;
}

/* Start a thread that runs "function" with "argument". */
int thrd_create(thrd_t *id, thrd_start_t function, void *argument) {
  lcm_thread *thread = lcm_caller(LCM_CALLED_AT);
  lcm_start *start = begin_start(thread, (uintptr_t)function);
  if (!start)
    return LCM_REAL(thrd_create)(id, function, argument);
  start->c11 = function;
  start->argument = argument;
  const int wrong = LCM_REAL(thrd_create)(id, run_c11, start);
  end_start(thread, start, wrong != thrd_success);
  return wrong;
}

/* Wait for the end of thread "id", whose result goes to "result". */
int pthread_join(pthread_t id, void **result) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_JOIN, address, LCM_RAW_AWAY);
  const int wrong = LCM_REAL(pthread_join)(id, result);
  lcm_pop(thread);
  return wrong;
}

/* Wait for the end of thread "id", whose result goes to "result". */
int thrd_join(thrd_t id, int *result) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_JOIN, address, LCM_RAW_AWAY);
  const int wrong = LCM_REAL(thrd_join)(id, result);
  lcm_pop(thread);
  return wrong;
}

#pragma GCC visibility pop
