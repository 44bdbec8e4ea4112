/* What iterations of a parallel loop hand to each other. */
#pragma once

#include "composer/trace/internal.h"

/* Return whether an iteration of "loop", which was visited, may leave something
 * to another one. */
bool lcm_trace_has_carried(struct lcm_tracer *tracer,
                           const struct lcm_carrying *loop);

/* Return whether "from" writes what other iterations of the loop that is
 * visited again write as well, and "to" is one of them. */
bool lcm_trace_is_carried(struct lcm_tracer *tracer,
                          const struct lcm_trace_access *from,
                          const struct lcm_trace_access *to);

/* Add the crossing by which one iteration of that loop reads at "to" what
 * another one has written at "from". */
void lcm_trace_carry(struct lcm_tracer *tracer,
                     const struct lcm_trace_access *from,
                     const struct lcm_trace_access *to);
