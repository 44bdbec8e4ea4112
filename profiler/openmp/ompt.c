/* SPDX-License-Identifier: MIT
 *
 * Events of OpenMP, through the tool interface of the library (OpenMP 5,
 * chapter 19), which finds this tool by its name. */
#include <omp-tools.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "profiler/core/core.h"
#include "profiler/openmp/ompt.h"
#include "profiler/openmp/tasks.h"

/* What the library keeps for us with a task: 0 for implicit ones, else STARTED
 * if it has begun, and its site. */
enum { EXPLICIT = 1, STARTED = 2, SITE_SHIFT = 8 };

/* A thread begins: workers are away until they are in a team. */
static void on_thread_begin(ompt_thread_t type, ompt_data_t *data) {
  (void)data;
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on) || lcm_known_self() || type != ompt_thread_worker)
    return;
  lcm_thread *thread = lcm_thread_new(run, LCM_RAW_OMP_WORKER, 0);
  if (!thread)
    return;
  lcm_lock(&thread->lock);
  lcm_frame_drop(run, thread, LCM_RAW_AWAY, lcm_now());
  lcm_unlock(&thread->lock);
  lcm_thread_begin(run, thread);
}

/* A thread ends. */
static void on_thread_end(ompt_data_t *data) {
  (void)data;
  lcm_thread *thread = lcm_known_self();
  if (thread && thread->role == LCM_RAW_OMP_WORKER)
    lcm_thread_end(lcm_the_run(), thread);
}

/* A team is forked.  What a library tells to be a league has no members that
 * would tell of themselves. */
static void on_parallel_begin(ompt_data_t *task, const ompt_frame_t *frame,
                              ompt_data_t *parallel, unsigned asked, int flags,
                              const void *address) {
  (void)task;
  (void)frame;
  parallel->ptr = flags & ompt_parallel_league
                      ? NULL
                      : lcm_team_fork(lcm_self(), address, asked);
}

/* A team has ended. */
static void on_parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags,
                            const void *address) {
  (void)task;
  (void)flags;
  (void)address;
  lcm_team_join(lcm_self(), parallel->ptr);
  parallel->ptr = NULL;
}

/* A member of a team begins or ends its part. */
static void on_implicit_task(ompt_scope_endpoint_t end, ompt_data_t *parallel,
                             ompt_data_t *task, unsigned n, unsigned index,
                             int flags) {
  if (flags & ompt_task_initial)
    return;
  if (end == ompt_scope_begin) {
    task->value = 0;
    lcm_team_begin(lcm_self(), parallel ? parallel->ptr : NULL, n, index == 0,
                   task);
  } else {
    lcm_team_leave(lcm_known_self(), task);
  }
}

/* A member waits at a barrier or for tasks, or goes on. */
static void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end,
                           ompt_data_t *parallel, ompt_data_t *task,
                           const void *address) {
  (void)parallel;
  (void)task;
  if (kind == ompt_sync_region_reduction)
    return;
  lcm_thread *thread = lcm_known_self();
  const bool tasks =
      kind == ompt_sync_region_taskwait || kind == ompt_sync_region_taskgroup;
  if (!tasks && end == ompt_scope_begin) {
    lcm_team_arrive(thread, address);
  } else if (!tasks) {
    lcm_team_go_on(thread);
  } else if (kind == ompt_sync_region_taskgroup) {
    lcm_task_group(thread, end == ompt_scope_begin, address);
  } else {
    lcm_task_wait(thread, end == ompt_scope_begin, LCM_RAW_TASKWAIT, address);
  }
}

/* A member at the end of a taskgroup waits, or goes on. */
static void on_sync_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t end,
                         ompt_data_t *parallel, ompt_data_t *task,
                         const void *address) {
  (void)parallel;
  (void)task;
  if (kind == ompt_sync_region_taskgroup)
    lcm_task_wait(lcm_known_self(), end == ompt_scope_begin, LCM_RAW_TASKWAIT,
                  address);
}

/* Return the kind of the construct that divides work as "type". */
static uint32_t kind_of_work(ompt_work_t type) {
  switch (type) {
  case ompt_work_sections:
    return LCM_RAW_SECTIONS;
  case ompt_work_single_executor:
  case ompt_work_single_other:
    return LCM_RAW_SINGLE;
  case ompt_work_workshare:
    return LCM_RAW_WORKSHARE;
  case ompt_work_distribute:
    return LCM_RAW_DISTRIBUTE;
  case ompt_work_taskloop:
    return LCM_RAW_TASKLOOP;
  default:
    return LCM_RAW_LOOP;
  }
}

/* A member begins or ends its part of a loop, of sections, of a single. */
static void on_work(ompt_work_t type, ompt_scope_endpoint_t end,
                    ompt_data_t *parallel, ompt_data_t *task, uint64_t count,
                    const void *address) {
  (void)parallel;
  (void)task;
  if (type == ompt_work_single_other)
    return;
  lcm_thread *thread = lcm_known_self();
  const uint32_t kind = kind_of_work(type);
  if (end == ompt_scope_begin && kind != LCM_RAW_TASKLOOP)
    lcm_pop_single(thread);
  if (end != ompt_scope_begin) {
    lcm_pop_kind(thread, kind);
    return;
  }
  const lcm_enter enter = {.kind = kind,
                           .address = lcm_team_place(thread, address)};
  lcm_push(thread, &enter);
  if (kind == LCM_RAW_LOOP || kind == LCM_RAW_TASKLOOP)
    lcm_iterations(thread, count);
}

/* The master begins or ends what it alone does. */
static void on_masked(ompt_scope_endpoint_t end, ompt_data_t *parallel,
                      ompt_data_t *task, const void *address) {
  (void)parallel;
  (void)task;
  const lcm_enter enter = {.kind = LCM_RAW_MASKED, .address = address};
  if (end == ompt_scope_begin)
    lcm_push(lcm_known_self(), &enter);
  else
    lcm_pop_kind(lcm_known_self(), LCM_RAW_MASKED);
}

/* Return the kind of site of the lock "kind". */
static uint32_t kind_of_lock(ompt_mutex_t kind) {
  return kind == ompt_mutex_critical  ? LCM_RAW_CRITICAL
         : kind == ompt_mutex_ordered ? LCM_RAW_ORDERED
                                      : LCM_RAW_LOCK;
}

/* A lock is asked for. */
static void on_mutex_acquire(ompt_mutex_t kind, unsigned hint,
                             unsigned implementation, ompt_wait_id_t id,
                             const void *address) {
  (void)hint;
  (void)implementation;
  (void)id;
  if (kind == ompt_mutex_atomic || kind == ompt_mutex_test_lock ||
      kind == ompt_mutex_test_nest_lock)
    return;
  const lcm_enter enter = {.kind = kind_of_lock(kind),
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_SL,
                           .address = address};
  lcm_push(lcm_known_self(), &enter);
}

/* It was got. */
static void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id,
                              const void *address) {
  (void)id;
  (void)address;
  if (kind == ompt_mutex_atomic)
    return;
  const uint32_t site = kind_of_lock(kind);
  if (site == LCM_RAW_LOCK)
    lcm_pop_waiting(lcm_known_self(), site);
  else
    lcm_go_on(lcm_known_self(), site);
}

/* It was given back. */
static void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t id,
                              const void *address) {
  (void)id;
  (void)address;
  const uint32_t site = kind_of_lock(kind);
  if (kind != ompt_mutex_atomic && site != LCM_RAW_LOCK)
    lcm_pop_kind(lcm_known_self(), site);
}

/* A lock that this thread has already was taken once more, or given back once
 * less. */
static void on_nest_lock(ompt_scope_endpoint_t end, ompt_wait_id_t id,
                         const void *address) {
  (void)id;
  (void)address;
  if (end == ompt_scope_begin)
    lcm_pop_waiting(lcm_known_self(), LCM_RAW_LOCK);
}

/* A task is made. */
static void on_task_create(ompt_data_t *around, const ompt_frame_t *frame,
                           ompt_data_t *task, int flags, int dependences,
                           const void *address) {
  (void)around;
  (void)frame;
  (void)dependences;
  if (!(flags & ompt_task_explicit))
    return;
  task->value = (uint64_t)lcm_task_site(lcm_known_self(), address)
                    << SITE_SHIFT |
                EXPLICIT;
}

/* A thread leaves a task and goes on with another. */
static void on_task_schedule(ompt_data_t *prior, ompt_task_status_t status,
                             ompt_data_t *next) {
  const lcm_switch change = {
      .prior = prior,
      .next = next,
      .ended = status == ompt_task_complete || status == ompt_task_cancel ||
               status == ompt_task_late_fulfill,
      .is_task = next && (next->value & EXPLICIT),
      .was_task = prior && (prior->value & EXPLICIT),
      .resumed = next && (next->value & STARTED),
      .site = next ? (uint32_t)(next->value >> SITE_SHIFT) : 0};
  if (status == ompt_task_early_fulfill || status == ompt_task_detach)
    return;
  lcm_task_switch(lcm_known_self(), &change);
  if (change.is_task)
    next->value |= STARTED;
}

/* Register what there is to register; return 1, that is, go on. */
static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device;
  (void)data;
  const ompt_set_callback_t set =
      (ompt_set_callback_t)lookup("ompt_set_callback");
  static const struct {
    ompt_callbacks_t event;
    ompt_callback_t callback;
  } callbacks[] = {
      {ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin},
      {ompt_callback_thread_end, (ompt_callback_t)on_thread_end},
      {ompt_callback_parallel_begin, (ompt_callback_t)on_parallel_begin},
      {ompt_callback_parallel_end, (ompt_callback_t)on_parallel_end},
      {ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task},
      {ompt_callback_sync_region, (ompt_callback_t)on_sync_region},
      {ompt_callback_sync_region_wait, (ompt_callback_t)on_sync_wait},
      {ompt_callback_work, (ompt_callback_t)on_work},
      {ompt_callback_masked, (ompt_callback_t)on_masked},
      {ompt_callback_mutex_acquire, (ompt_callback_t)on_mutex_acquire},
      {ompt_callback_mutex_acquired, (ompt_callback_t)on_mutex_acquired},
      {ompt_callback_mutex_released, (ompt_callback_t)on_mutex_released},
      {ompt_callback_nest_lock, (ompt_callback_t)on_nest_lock},
      {ompt_callback_task_create, (ompt_callback_t)on_task_create},
      {ompt_callback_task_schedule, (ompt_callback_t)on_task_schedule}};
  for (size_t i = 0; set && i < sizeof callbacks / sizeof *callbacks; i++)
    set(callbacks[i].event, callbacks[i].callback);
  return set != NULL;
}

static void end_of_library(ompt_data_t *data) { (void)data; }

/* What the OpenMP library looks for in a program: the tool.  "version" of the
 * interface and "library" are its own. */
__attribute__((visibility("default"))) ompt_start_tool_result_t *
ompt_start_tool(unsigned version, const char *library) {
  static ompt_start_tool_result_t result = {begin, end_of_library, {0}};
  (void)version;
  lcm_profiled_run *run = lcm_the_run();
  if (!atomic_load(&run->on))
    return NULL;
  snprintf(run->header->omp_library, sizeof run->header->omp_library, "%s",
           library ? library : "");
  return &result;
}
