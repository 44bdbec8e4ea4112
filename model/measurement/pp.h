/* Reading lines of name=value pairs (Crovella 1994). */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Read a text in one of the formats into "reading". */
void lcm_measured_read_pp(struct lcm_reading *reading,
                          struct lcm_measured_text text);
