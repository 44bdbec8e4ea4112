/* Reading the JSON of Hatchet: call trees with metrics. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is a list of nodes. */
bool lcm_measured_is_hatchet(const struct lcm_measured_look *look);

/* Read the time that each function spent itself into "reading": the metric
 * "time", or what "time (inc)" has beyond that of the children. */
void lcm_measured_read_hatchet(struct lcm_reading *reading,
                               struct lcm_measured_text text);
