/* SPDX-License-Identifier: MIT
 *
 * The constructs that a thread is in.  All with the lock of the thread held. */
#pragma once

#include "profiler/core/account.h"

/* Return the innermost frame of "thread", NULL where there is none. */
lcm_frame *lcm_frame_top(lcm_thread *thread);

/* Enter a frame; return it, NULL where they are too deep.  It has the owner and
 * the team of the one around it. */
lcm_frame *lcm_frame_enter(lcm_profiled_run *run, lcm_thread *thread,
                           const lcm_enter *enter, uint64_t now);

/* The same at a site that is known. */
lcm_frame *lcm_frame_enter_site(lcm_profiled_run *run, lcm_thread *thread,
                                const lcm_enter *enter, uint32_t site,
                                uint64_t now);

/* Leave the innermost frame; what lies behind "split" on the clock is charged
 * to "late" (UINT64_MAX: nothing is). */
void lcm_frame_leave(lcm_profiled_run *run, lcm_thread *thread, uint64_t now,
                     uint64_t split, uint32_t late);

/* Let the innermost frame go on in "state" as "category". */
void lcm_frame_change(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
                      uint32_t category, uint64_t now);

/* Charge the frames anew: what they are charged to has changed. */
void lcm_frame_recharge(lcm_profiled_run *run, lcm_thread *thread,
                        uint64_t now);

/* Drop all frames: the thread is in "state" (AWAY or GONE) from "now" on. */
void lcm_frame_drop(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
                    uint64_t now);
