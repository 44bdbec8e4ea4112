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
  /* of a group of several names: what these are, and the depths of its tasks
   * among them; else NULL */
  const char *names;
  const uint32_t *depths;
};

struct trace_groups {
  LCM_LIST(struct trace_group) at;
  /* tasks of several names that have a pattern together, and none alone */
  LCM_LIST(struct trace_group) joint;
};

/* Find the groups of tasks of the program in "walk", and their patterns. */
void trace_groups_find(struct trace_groups *out, const struct trace_walk *walk);

/* Find the pattern of "group". */
void trace_shape_find(struct trace_group *group, const struct trace_walk *walk);

/* Return whether "group" is a reduction up a tree, of any kind. */
bool trace_is_reduction(const struct trace_group *group);
