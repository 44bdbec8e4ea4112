/* Schedules in GOAL, the language of LogGOPSim, as structures. */
#pragma once

#include "base/ctx.h"

/* Return whether "name" is that of such a file. */
bool lcm_load_is_goal(const char *name);

/* Put the structure (.lcs) of the schedule in the "len" bytes at "text", called
 * "file", into "*out": a program of MPI in which each rank computes, sends and
 * receives.  LCM_EPARSE, and a diagnostic at its place, where it is none. */
LCM_NODISCARD lcm_status lcm_goal_to_lcs(char **out, lcm_ctx *ctx,
                                         const char *file, const char *text,
                                         size_t len);
