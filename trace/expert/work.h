/* Findings about the tasks of a name: grain, balance, bottlenecks, chains. */
#pragma once

#include "trace/expert/remark.h"

/* Look at "group". */
void trace_expert_work(struct trace_expert *x, const struct trace_group *group);
