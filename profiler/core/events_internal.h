/* SPDX-License-Identifier: MIT
 *
 * What the files that change threads share. */
#pragma once

#include "profiler/core/state.h"
#include "profiler/core/threads.h"

/* Take the lock of "thread"; return whether it was taken: not where "thread" is
 * NULL or nothing is measured any more. */
bool lcm_hold(lcm_thread *thread);
