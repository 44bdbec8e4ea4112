/* Attributes of a run in equal timesteps (Sinha 1994, B.2): what is created,
 * processed and waits, by entry, and how many actors work. */
#pragma once

#include "trace/types.h"
#include "trace/walk.h"

/* Put what happens in each of "n" equal timesteps into "out", whose entries are
 * there: "walk" went through the events, all of which its log has, and has
 * their graph. */
void trace_steps_find(lcm_trace *out, const struct trace_walk *walk, size_t n);
