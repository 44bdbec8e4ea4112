/* SPDX-License-Identifier: MIT
 *
 * OpenMP tasks: a thread that changes its task changes its frames. */
#include <stdatomic.h>

#include "profiler/core/core.h"
#include "profiler/openmp/ompt.h"
#include "profiler/openmp/tasks.h"

/* Return the depth of the innermost frame of "kind" that belongs to the task
 * that "thread" is in, 0 where there is none. */
static uint32_t find_kind(const lcm_thread *thread, uint32_t kind) {
  const uint32_t top = thread->depth;
  const void *owner = top ? thread->frames[top - 1].owner : NULL;
  for (uint32_t depth = top;
       depth > 1 && thread->frames[depth - 1].owner == owner; depth--)
    if (thread->frames[depth - 1].kind == kind)
      return depth;
  return 0;
}

void lcm_pop_kind(lcm_thread *thread, uint32_t kind) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const uint32_t depth = find_kind(thread, kind);
  const uint64_t now = lcm_now();
  while (depth && thread->depth >= depth)
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  lcm_unlock(&thread->lock);
}

void lcm_pop_waiting(lcm_thread *thread, uint32_t kind) {
  if (!lcm_hold(thread))
    return;
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && top->kind == kind && top->state == LCM_RAW_WAITING)
    lcm_frame_leave(lcm_the_run(), thread, lcm_now(), UINT64_MAX, 0);
  lcm_unlock(&thread->lock);
}

void lcm_pop_single(lcm_thread *thread) {
  if (!lcm_hold(thread))
    return;
  lcm_team_end_single(thread, lcm_now());
  lcm_unlock(&thread->lock);
}

void lcm_go_on(lcm_thread *thread, uint32_t kind) {
  if (!lcm_hold(thread))
    return;
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && top->kind == kind)
    lcm_frame_change(lcm_the_run(), thread, LCM_RAW_BUSY, LCM_RAW_PC,
                     lcm_now());
  lcm_unlock(&thread->lock);
}

void lcm_task_wait(lcm_thread *thread, bool begin, uint32_t kind,
                   const void *address) {
  const lcm_enter enter = {.kind = kind,
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_LI,
                           .address = address};
  if (begin)
    lcm_push(thread, &enter);
  else
    lcm_pop_kind(thread, kind);
}

void lcm_task_group(lcm_thread *thread, bool begin, const void *address) {
  const lcm_enter enter = {.kind = LCM_RAW_TASKGROUP, .address = address};
  if (begin)
    lcm_push(thread, &enter);
  else
    lcm_pop_kind(thread, LCM_RAW_TASKGROUP);
}

uint32_t lcm_task_site(lcm_thread *thread, const void *address) {
  if (!lcm_hold(thread))
    return 0;
  const lcm_frame *top = lcm_frame_top(thread);
  const lcm_site site = {.kind = LCM_RAW_TASK,
                         .parent = top ? top->site : 0,
                         .address = (uintptr_t)address};
  const uint32_t id = lcm_site_find(lcm_the_run(), &site);
  lcm_unlock(&thread->lock);
  return id;
}

/* Leave the frames of the task "task", and those upon them, if it is on the
 * stack of "thread". */
static void leave_task(lcm_profiled_run *run, lcm_thread *thread,
                       const void *task, uint64_t now) {
  uint32_t depth = thread->depth;
  while (depth && thread->frames[depth - 1].owner != task)
    depth--;
  while (depth && thread->frames[depth - 1].owner == task)
    depth--;
  const uint32_t keep = depth ? depth : thread->depth;
  while (thread->depth > keep)
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
}

/* Return whether "task" has frames on the stack of "thread". */
static bool is_there(const lcm_thread *thread, const void *task) {
  for (uint32_t depth = thread->depth; depth > 0; depth--)
    if (thread->frames[depth - 1].owner == task)
      return true;
  return false;
}

/* Note that "thread" finished a task while it waits in a barrier: who waits
 * there waited for work up to now. */
static void note_work(lcm_profiled_run *run, lcm_thread *thread, uint64_t now) {
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && top->kind == LCM_RAW_BARRIER && top->team)
    lcm_barrier_worked(&top->team->barrier, top->barrier,
                       lcm_clock(run, LCM_RAW_WAITING, now));
}

void lcm_task_switch(lcm_thread *thread, const lcm_switch *change) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  if (change->ended && change->was_task)
    leave_task(run, thread, change->prior, now);
  if (change->is_task && is_there(thread, change->next)) {
    while (lcm_frame_top(thread)->owner != change->next)
      lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  } else if (change->is_task) {
    const lcm_enter enter = {.kind = LCM_RAW_TASK, .quiet = change->resumed};
    lcm_frame *frame =
        lcm_frame_enter_site(run, thread, &enter, change->site, now);
    if (frame)
      frame->owner = change->next;
  }
  if (change->ended)
    note_work(run, thread, now);
  lcm_unlock(&thread->lock);
}
