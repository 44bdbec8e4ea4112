/* What a trace remembers. */
#pragma once

#include "composer/trace/internal.h"

/* Keep what is known of "datum" before a loop is visited again, once. */
void lcm_trace_save(struct lcm_tracer *tracer, struct lcm_datum *datum);

/* Let what is known of all data be what it was before a loop was visited
 * again. */
void lcm_trace_restore(struct lcm_tracer *tracer);

/* Return what is known of the datum "key". */
struct lcm_datum *lcm_trace_datum(struct lcm_tracer *tracer, const char *key);

/* Add "movement" unless it is known. */
void lcm_trace_add(struct lcm_tracer *tracer, const lcm_movement *movement);
