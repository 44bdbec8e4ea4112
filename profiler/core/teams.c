/* SPDX-License-Identifier: MIT
 *
 * Barriers, and teams of threads that meet at them. */
#include "profiler/core/teams.h"
#include "profiler/core/barriers.h"
#include "profiler/core/clock.h"
#include "profiler/core/events.h"

#include <stdatomic.h>

/* Make room for "n" members of "team", which has none yet.  The lock of the run
 * is held. */
static void make_room(lcm_thread_team *team, uint32_t n) {
  if (team->room >= n)
    return;
  team->members = lcm_keep(n * sizeof *team->members);
  team->room = team->members ? n : 0;
}

/* Return a team for "asked" members, or NULL.  The lock of "run" is held. */
static lcm_thread_team *take_team(lcm_profiled_run *run, uint32_t asked) {
  lcm_thread_team *team = run->free_teams;
  if (team)
    run->free_teams = team->next;
  else
    team = lcm_keep(sizeof *team);
  if (team)
    make_room(team, asked);
  return team;
}

lcm_thread_team *lcm_team_fork(lcm_thread *thread, const void *address,
                               uint32_t asked) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return NULL;
  const uint64_t now = lcm_now();
  const lcm_enter enter = {.kind = LCM_RAW_PARALLEL,
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_SL,
                           .address = address};
  const lcm_frame *frame = lcm_frame_enter(run, thread, &enter, now);
  lcm_lock(&run->lock);
  lcm_thread_team *team = take_team(run, asked);
  if (team) {
    team->site = frame ? frame->site : 0;
    team->asked = asked;
    team->coming = asked ? asked - 1 : 0;
    team->started = false;
    team->n_members = 0;
    team->barrier.n = asked;
    atomic_store(&team->barrier.arrived, 0);
    lcm_work_begin(run, team->site, team->coming, now);
  }
  lcm_unlock(&run->lock);
  lcm_unlock(&thread->lock);
  return team;
}

/* "thread" is no longer a member of a team: charge what it waited for at the
 * end, and let it be away.  Its lock is held. */
static void settle(lcm_profiled_run *run, lcm_thread *thread, uint64_t now) {
  const lcm_thread_team *team = thread->team;
  if (team && thread->depth && atomic_load(&thread->state) == LCM_RAW_WAITING)
    lcm_charge_split(run, thread, now,
                     lcm_barrier_last(&team->barrier, thread->passed),
                     LCM_RAW_SL);
  lcm_frame_drop(run, thread, LCM_RAW_AWAY, now);
  thread->team = NULL;
}

/* Note that a team of "n" has begun: who was asked for beyond that will not
 * come.  The lock of "run" is held. */
static void note_size(lcm_profiled_run *run, lcm_thread_team *team, uint32_t n,
                      uint64_t now) {
  if (team->started)
    return;
  team->started = true;
  team->barrier.n = n;
  make_room(team, n);
  if (n > (run->header->p_given ? run->p : run->p_most))
    run->header->flags |= LCM_RAW_OVERSUBSCRIBED;
  const uint32_t coming = n ? n - 1 : 0;
  if (coming < team->coming) {
    lcm_arrive(run, team->coming - coming, now);
    team->coming = coming;
  }
}

void lcm_team_begin(lcm_thread *thread, lcm_thread_team *team, uint32_t n,
                    bool master, const void *owner) {
  lcm_profiled_run *run = lcm_the_run();
  if (!team || !lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  if (!master && thread->depth)
    settle(run, thread, now);
  lcm_lock(&run->lock);
  note_size(run, team, n, now);
  if (!master && team->coming) {
    lcm_arrive(run, 1, now);
    team->coming--;
  }
  if (!master && team->n_members < team->room)
    team->members[team->n_members++] = thread;
  lcm_unlock(&run->lock);
  const lcm_enter enter = {.kind = LCM_RAW_PARALLEL, .quiet = master};
  lcm_frame *frame = lcm_frame_enter_site(run, thread, &enter, team->site, now);
  if (frame) {
    frame->owner = owner;
    frame->team = team;
  }
  thread->team = master ? thread->team : team;
  thread->passed = 0;
  lcm_unlock(&thread->lock);
}

/* Leave the frames of "thread" that lie upon the one of task "owner", and that
 * one; return whether there was one. */
static bool leave_owned(lcm_profiled_run *run, lcm_thread *thread,
                        const void *owner, uint64_t now) {
  uint32_t depth = thread->depth;
  while (depth && thread->frames[depth - 1].owner != owner)
    depth--;
  while (depth > 1 && thread->frames[depth - 2].owner == owner)
    depth--;
  if (!depth)
    return false;
  while (thread->depth >= depth && thread->depth > 1)
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  return true;
}

void lcm_team_leave(lcm_thread *thread, const void *owner) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && thread->team && thread->frames[0].team == thread->team &&
      thread->frames[0].owner == owner) {
    while (thread->depth > 1)
      lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
    lcm_frame_change(run, thread, LCM_RAW_WAITING, LCM_RAW_LI, now);
  } else {
    leave_owned(run, thread, owner, now);
  }
  lcm_unlock(&thread->lock);
}

/* Let the members of "team" be away, who wait for its end. */
static void dismiss(lcm_profiled_run *run, lcm_thread_team *team,
                    uint64_t now) {
  for (uint32_t i = 0; i < team->n_members; i++) {
    lcm_thread *member = team->members[i];
    lcm_lock(&member->lock);
    if (member->team == team && atomic_load(&run->on))
      settle(run, member, now);
    lcm_unlock(&member->lock);
  }
}

void lcm_team_join(lcm_thread *thread, lcm_thread_team *team) {
  lcm_profiled_run *run = lcm_the_run();
  if (!team || !lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  lcm_unlock(&thread->lock);
  dismiss(run, team, now);
  if (!lcm_hold(thread))
    return;
  lcm_lock(&run->lock);
  if (team->coming)
    lcm_arrive(run, team->coming, now);
  lcm_work_end(run, team->site, now);
  team->next = run->free_teams;
  run->free_teams = team;
  lcm_unlock(&run->lock);
  while (thread->depth > 1 && lcm_frame_top(thread)->kind != LCM_RAW_PARALLEL)
    lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  lcm_frame_leave(run, thread, now, UINT64_MAX, 0);
  lcm_unlock(&thread->lock);
}

void lcm_team_end_single(lcm_thread *thread, uint64_t now) {
  const lcm_frame *top = lcm_frame_top(thread);
  if (top && top->kind == LCM_RAW_SINGLE)
    lcm_frame_leave(lcm_the_run(), thread, now, UINT64_MAX, 0);
}

const void *lcm_team_place(lcm_thread *thread, const void *address) {
  const lcm_profiled_run *run = lcm_the_run();
  const lcm_frame *top = thread ? lcm_frame_top(thread) : NULL;
  if (address || !top || !top->team)
    return address;
  return (const void *)(uintptr_t)run->sites[top->team->site]->address;
}

void lcm_team_arrive(lcm_thread *thread, const void *address) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const uint64_t now = lcm_now();
  lcm_team_end_single(thread, now);
  address = lcm_team_place(thread, address);
  const lcm_enter enter = {.kind = LCM_RAW_BARRIER,
                           .state = LCM_RAW_WAITING,
                           .category = LCM_RAW_LI,
                           .address = address};
  lcm_frame *frame = lcm_frame_enter(run, thread, &enter, now);
  if (frame && frame->team) {
    frame->barrier = lcm_barrier_arrive(&frame->team->barrier,
                                        lcm_clock(run, LCM_RAW_WAITING, now));
    thread->passed = frame->barrier;
  }
  lcm_unlock(&thread->lock);
}

void lcm_team_go_on(lcm_thread *thread) {
  lcm_profiled_run *run = lcm_the_run();
  if (!lcm_hold(thread))
    return;
  const lcm_frame *frame = lcm_frame_top(thread);
  if (frame && frame->kind == LCM_RAW_BARRIER)
    lcm_frame_leave(
        run, thread, lcm_now(),
        frame->team ? lcm_barrier_last(&frame->team->barrier, frame->barrier)
                    : UINT64_MAX,
        LCM_RAW_SL);
  lcm_unlock(&thread->lock);
}
