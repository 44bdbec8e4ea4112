/* Timelines in GOAL, by process. */
#pragma once

#include "composer/simulate/types.h"

/* Return the processes of "schedule" and their messages in GOAL, the language
 * of LogGOPSim (Hoefler, Schneider, Lumsdaine 2010): a rank for each process,
 * whose work between messages is what it did there, in nanoseconds.  A message
 * has one byte; a process begins with one from its parent and ends with one to
 * it. */
LCM_GIVE char *lcm_timeline_to_goal(const lcm_timeline *schedule);
