/* What costs time in a run, and about how much (Sinha 1994, chapter 6). */
#pragma once

#include "trace/expert/remark.h"
#include "trace/types.h"

/* Find what there is, and put it into "out". */
void trace_expert_find(lcm_trace *out, struct trace_expert *x);
