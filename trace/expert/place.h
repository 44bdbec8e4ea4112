/* What-ifs about where new chares go, and who is next. */
#pragma once

#include "trace/expert/trial.h"

/* Try the strategies of placement. */
void trace_try_placements(struct trace_trials *t);

/* Try the queues, and that messages to an entry which others wait for come
 * first. */
void trace_try_order(struct trace_trials *t);
