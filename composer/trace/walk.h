/* The walk of a trace. */
#pragma once

#include "composer/trace/internal.h"

/* Visit everything that a run of the program executes. */
LCM_NODISCARD lcm_status lcm_trace_walk(struct lcm_tracer *tracer);
