/* Accesses and what they depend on. */
#pragma once

#include "composer/trace/internal.h"

/* Record that a place reads and then writes what "touching" says: movements
 * and crossings are added, and, where that is wanted, what is touched. */
void lcm_trace_touch(struct lcm_tracer *tracer,
                     const struct lcm_touching *touching);
