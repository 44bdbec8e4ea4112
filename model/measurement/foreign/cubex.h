/* Reading profiles of Cube (.cubex). */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is an archive as these are. */
bool lcm_measured_is_cubex(const struct lcm_measured_look *look);

/* Read the metric "time" into "reading": what each region took without those
 * that it calls, the mean of all locations, p being how many there are. */
void lcm_measured_read_cubex(struct lcm_reading *reading,
                             struct lcm_measured_text text);
