/* Reading the JSON of Caliper (json-split). */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Read the time that each region took itself into "reading", of several ranks
 * their mean, p being how many there are. */
void lcm_measured_read_caliper(struct lcm_reading *reading,
                               struct lcm_measured_text text);
