/* Reading profiles of pprof (protocol buffers). */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is one. */
bool lcm_measured_is_pprof(const struct lcm_measured_look *look);

/* Read what each function spent itself into "reading": processor time where the
 * profile has a time, else the first of its values. */
void lcm_measured_read_pprof(struct lcm_reading *reading,
                             struct lcm_measured_text text);
