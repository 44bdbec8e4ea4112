/* Reading the flat profile of gprof. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is one. */
bool lcm_measured_is_gprof(const struct lcm_measured_look *look);

/* Read the table behind "Flat profile:" into "reading": self seconds and calls
 * of each function. */
void lcm_measured_read_gprof(struct lcm_reading *reading,
                             struct lcm_measured_text text);
