/* Timelines in GOAL, by thread. */
#pragma once

#include "composer/simulate/types.h"

/* Return the processes of "schedule", threads that share memory, in GOAL: one
 * rank, where each computes on a processor ("cpu") of its own, and what waits
 * for another requires what that has done.  There are no messages. */
LCM_GIVE char *lcm_timeline_to_goal_threads(lcm_ctx *ctx,
                                            const lcm_timeline *schedule);
