/* What-ifs about messages that could be one. */
#pragma once

#include "trace/expert/trial.h"

/* Try to combine messages of one task to the same entry and processor. */
void trace_try_combining(struct trace_trials *t);
