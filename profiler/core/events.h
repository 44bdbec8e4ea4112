/* SPDX-License-Identifier: MIT
 *
 * What the sources of events, the hooks of MPI libraries among them, call: a
 * thread enters constructs and leaves them. */
#pragma once
#include "profiler/core/state.h"
#include "profiler/core/threads.h"

#include "profiler/core/types.h"

#pragma GCC visibility push(default)

/* Return the calling thread, which becomes known where it was not; NULL where
 * nothing is measured. */
lcm_thread *lcm_self(void);

/* Enter a frame on "thread", the calling thread (NULL: nothing happens). */
void lcm_push(lcm_thread *thread, const lcm_enter *enter);

/* Leave the innermost frame of "thread". */
void lcm_pop(lcm_thread *thread);

/* Leave it, and charge the last "ns" of what it did since the last change to
 * "category" instead (what a message took on its way, of a wait). */
void lcm_pop_split(lcm_thread *thread, uint32_t category, uint64_t ns);

/* Count "n" iterations of the innermost site of "thread", of a loop that its
 * team shares: the master counts. */
void lcm_iterations(lcm_thread *thread, uint64_t n);

/* Say which of how many ranks this process is. */
void lcm_set_rank(int rank, int ranks);

#pragma GCC visibility pop

/* Take the lock of "thread"; return whether it was taken: not where "thread" is
 * NULL or nothing is measured any more. */
bool lcm_hold(lcm_thread *thread);
