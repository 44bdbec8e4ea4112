#pragma once

#include "composer/trace/internal.h"
#include "model/results/data.h"

/* Add "movement" unless it is known. */
void lcm_trace_add(struct lcm_tracer *tracer, const lcm_movement *movement);

/* Record that "place" reads the "n_reads" sections at "reads" and then writes
 * the "n_writes" at "writes": movements and crossings are added. */
void lcm_trace_access(struct lcm_tracer *tracer, const struct lcm_place *place,
                      const lcm_section *reads, size_t n_reads,
                      const lcm_section *writes, size_t n_writes);

/* Let what is known of all data be what it was before a loop was visited
 * again. */
void lcm_trace_restore(struct lcm_tracer *tracer);
