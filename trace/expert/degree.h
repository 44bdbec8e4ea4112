/* How many tasks there are, and how many of them run, over time. */
#pragma once

#include "trace/expert/remark.h"

/* Look at phase "phase". */
void trace_expert_degree(struct trace_expert *x, uint32_t phase);
