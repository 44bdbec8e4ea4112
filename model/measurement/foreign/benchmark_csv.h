/* Reading the tables of Google Benchmark. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is such a table, perhaps behind lines about the
 * processor. */
bool lcm_measured_is_benchmark_csv(const struct lcm_measured_look *look);

/* Read the runs in the table, not their aggregates, into "reading", as those
 * that are JSON. */
void lcm_measured_read_benchmark_csv(struct lcm_reading *reading,
                                     struct lcm_measured_text text);
