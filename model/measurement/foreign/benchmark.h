/* Reading the JSON of Google Benchmark. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Read the runs of benchmarks, not their aggregates, into "reading": the
 * arguments in a name are params, threads p, the times those of one
 * iteration. */
void lcm_measured_read_benchmark(struct lcm_reading *reading,
                                 struct lcm_measured_text text);
