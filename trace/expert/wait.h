/* Findings about messages that are waited for. */
#pragma once

#include "trace/expert/remark.h"

/* Find out what messages take, where the trace does not say it. */
void trace_expert_learn(struct trace_expert *x);

/* Look at the messages of the chain in phase "phase". */
void trace_expert_wait(struct trace_expert *x, uint32_t phase);
