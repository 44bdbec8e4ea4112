/* Reading lines of name=value pairs (Crovella 1994). */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is in one of the formats. */
bool lcm_measured_is_pp(const struct lcm_measured_look *look);

/* Read a text in one of the formats into "reading". */
void lcm_measured_read_pp(struct lcm_reading *reading,
                          struct lcm_measured_text text);
