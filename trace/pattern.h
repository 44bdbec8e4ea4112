/* Patterns of messages, by their logical matrices (Sinha 1994, 5.4). */
#pragma once

#include "model/pattern/pattern.h"
#include "trace/phase.h"

/* The tasks of one name in one phase, with that which closes it. */
struct trace_group {
  uint32_t phase;
  uint32_t name;
  const uint32_t *tasks; /* in the order of their begins */
  size_t n;
  enum lcm_pattern_shape shape;
  const char *pattern; /* what that is called of runs, or NULL */
};

struct trace_groups {
  LCM_LIST(struct trace_group) at;
};

/* Find the groups of tasks of the program in "walk", and their patterns. */
void trace_groups_find(struct trace_groups *out, const struct trace_walk *walk);

/* Return whether "group" is a reduction up a tree, of any kind. */
bool trace_is_reduction(const struct trace_group *group);
