/* SPDX-License-Identifier: MIT
 *
 * Barriers, and teams of threads that meet at them. */
#pragma once

#include "profiler/core/threads.h"

/* Where "n" threads meet, again and again. */
typedef struct lcm_barrier {
  uint32_t n;
  _Atomic(uint64_t) arrived; /* arrivals so far */
  /* by phase, two in turn: the clock of waiting when the last came, or when
   * the last task was finished that was left to do */
  _Atomic(uint64_t) last[2];
} lcm_barrier;

/* A team. */
struct lcm_thread_team {
  uint32_t site;  /* of its construct */
  uint32_t asked; /* members asked for; `started` once their number is known */
  uint32_t coming;
  bool started;
  lcm_barrier barrier; /* where they meet */
  /* members, n_members, room: who belongs to it, without the master */
  lcm_thread **members;
  uint32_t n_members;
  uint32_t room;
  lcm_thread_team *next; /* a team that is free */
};

/* The calling thread "thread" forks a team for "asked" members at "address";
 * NULL where there is no room. */
lcm_thread_team *lcm_team_fork(lcm_thread *thread, const void *address,
                               uint32_t asked);

/* The calling thread "thread" begins as a member of "team", of "n", which it
 * forked itself where "master"; "owner" is its task. */
void lcm_team_begin(lcm_thread *thread, lcm_thread_team *team, uint32_t n,
                    bool master, const void *owner);

/* The calling thread "thread" has done its part in its team. */
void lcm_team_leave(lcm_thread *thread, const void *owner);

/* The calling thread "thread", its master, goes on alone: the others, who may
 * still wait for that, have no work from now on. */
void lcm_team_join(lcm_thread *thread, lcm_thread_team *team);

/* Leave a single whose end nobody told, if "thread" is in one; its lock is
 * held. */
void lcm_team_end_single(lcm_thread *thread, uint64_t now);

/* Return "address", or where it is NULL that of the team of "thread", the
 * calling thread: the library does not tell members where what is combined with
 * `parallel` stands, nor the barrier at the end. */
const void *lcm_team_place(lcm_thread *thread, const void *address);

/* The calling thread "thread" arrives at, leaves a barrier of its team. */
void lcm_team_arrive(lcm_thread *thread, const void *address);
void lcm_team_go_on(lcm_thread *thread);
