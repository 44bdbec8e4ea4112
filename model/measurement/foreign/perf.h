/* Reading what `perf script` prints. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is in that format: its first line names a program, a
 * process, a time and an event. */
bool lcm_measured_is_perf(const struct lcm_measured_look *look);

/* Read samples, with stacks or without, into "reading": what each function
 * spent itself.  Samples of clocks say what time each stands for; others are
 * counted.  Of several events the first is read. */
void lcm_measured_read_perf(struct lcm_reading *reading,
                            struct lcm_measured_text text);
