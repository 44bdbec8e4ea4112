/* Private variables that tasks share. */
#pragma once

#include "composer/trace/internal.h"

/* Note which private variables tasks share: those that are passed to functions
 * that make some. */
void lcm_trace_share(struct lcm_tracer *tracer);
