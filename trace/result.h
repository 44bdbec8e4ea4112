/* What is known of a trace, put into the form that others see. */
#pragma once

#include "trace/chain.h"
#include "trace/pattern.h"
#include "trace/types.h"
#include "trace/walk.h"

/* What was found in the graph of a run. */
struct trace_found {
  struct trace_walk *walk;
  struct trace_phases phases;
  struct trace_groups groups;
  struct trace_chain chain;
};

/* Put what "walk" has into "out". */
void trace_result_sums(lcm_trace *out, const struct trace_walk *walk);

/* Put what was found in the graph into "out". */
void trace_result_graph(lcm_trace *out, const struct trace_found *found);
