/* What-ifs about entries of distributed tables. */
#pragma once

#include "trace/expert/trial.h"

/* Try to keep what was found where it was asked for, and other hashes. */
void trace_try_tables(struct trace_trials *t);
