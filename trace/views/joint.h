/* Patterns of messages of several names together. */
#pragma once

#include "trace/pattern.h"

/* Find the patterns of names of "out", whose groups are there, that have none
 * alone and lead to one another, or of which one led to both. */
void trace_joint_find(struct trace_groups *out, const struct trace_walk *walk);
