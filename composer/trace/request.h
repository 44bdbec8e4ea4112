/* Operations of message passing that are under way. */
#pragma once

#include "composer/trace/internal.h"

/* Note that "pending" has begun, or may be. */
void lcm_trace_pend(struct lcm_tracer *tracer,
                    const struct lcm_pending *pending);

/* Let the operations that "place" in "function" waits for, or, where "start",
 * begins, touch their buffers there. */
void lcm_trace_complete(struct lcm_tracer *tracer,
                        const struct lcm_place *place,
                        const lcm_function *function, bool start);
