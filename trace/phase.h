/* Separation points, phases and logical depths of a run. */
#pragma once

#include "trace/walk.h"

/* The phases of a run: from one separation point to the next. */
struct trace_phases {
  double *begin; /* of each of them, by time */
  size_t n;
};

/* Find the separation points of the graph of "walk" (Sinha 1994, 5.3.2), and
 * the phase of each task. */
void trace_phases_find(struct trace_phases *out, struct trace_walk *walk);

/* Find the logical depth of each task in its phase (Sinha 1994, definition
 * 11). */
void trace_depths_find(struct trace_walk *walk);

/* Return whether task "i" is one of the program's, inside of no other. */
bool trace_is_own(const struct trace_walk *walk, uint32_t i);

/* Return the task, inside of no other, that led to task "i", or TRACE_NONE. */
uint32_t trace_parent(const struct trace_graph *g, uint32_t i);
