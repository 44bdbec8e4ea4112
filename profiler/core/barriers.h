/* SPDX-License-Identifier: MIT
 *
 * A barrier of a team: who arrives, who leaves, when the last came. */
#pragma once

#include "profiler/core/teams.h"

/* Arrive at "barrier" when the clock of waiting shows "clock"; return the
 * number of the phase. */
uint64_t lcm_barrier_arrive(lcm_barrier *barrier, uint64_t clock);

/* Somebody who waits in "phase" did work until "clock". */
void lcm_barrier_worked(lcm_barrier *barrier, uint64_t phase, uint64_t clock);

/* Return when there was nothing left to wait for in "phase" but the barrier
 * itself; UINT64_MAX where somebody has yet to come. */
uint64_t lcm_barrier_last(const lcm_barrier *barrier, uint64_t phase);

/* "barrier", a barrier of POSIX, is one for "n" threads from now on. */
void lcm_barrier_note(const void *barrier, uint32_t n);

/* Return what is known of "barrier", a barrier of POSIX, or NULL. */
lcm_barrier *lcm_barrier_known(const void *barrier);

/* The calling thread "thread" waits at "barrier", called at "address", and goes
 * on; returned is the number of the phase. */
uint64_t lcm_barrier_enter(lcm_thread *thread, lcm_barrier *barrier,
                           const void *address);
void lcm_barrier_leave(lcm_thread *thread, const lcm_barrier *barrier,
                       uint64_t phase);
