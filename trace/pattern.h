/* Patterns of messages, by their logical matrices (Sinha 1994, 5.4). */
#pragma once

#include "trace/phase.h"

/* The patterns that there are. */
enum trace_shape {
  TRACE_NO_SHAPE,
  TRACE_BROADCAST,
  TRACE_BOTTLENECK,
  TRACE_REDUCTION,
  TRACE_SEQUENCE,
  TRACE_RING,
  TRACE_EXCHANGE
};

/* The tasks of one name in one phase, with that which closes it. */
struct trace_group {
  uint32_t phase;
  uint32_t name;
  const uint32_t *tasks; /* in the order of their begins */
  size_t n;
  enum trace_shape shape;
};

struct trace_groups {
  LCM_LIST(struct trace_group) at;
};

/* Find the groups of tasks of the program in "walk", and their patterns. */
void trace_groups_find(struct trace_groups *out, const struct trace_walk *walk);

/* Return what "shape" is called. */
const char *trace_shape_name(enum trace_shape shape);
