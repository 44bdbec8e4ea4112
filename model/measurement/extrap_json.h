/* Reading the JSON format of Extra-P. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Read a text in one of the formats into "reading". */
void lcm_measured_read_extrap_json(struct lcm_reading *reading,
                                   struct lcm_measured_text text);
