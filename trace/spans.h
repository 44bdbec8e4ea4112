/* What actors do when, as the timeline of predictions has it. */
#pragma once

#include "model/results/results.h"
#include "trace/walk.h"

/* Return the timetable of the run that "walk" went through, which is gone
 * through again: "log" has all its events. */
const lcm_timetable *trace_timetable(const struct trace_walk *walk);
