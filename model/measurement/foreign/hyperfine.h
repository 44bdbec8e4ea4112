/* Reading the JSON of hyperfine. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Read each run into "reading".  Parameters that are numbers are params; words
 * among them, or the commands where there are several without parameters, name
 * fragments, so that what is no repetition is not taken for one. */
void lcm_measured_read_hyperfine(struct lcm_reading *reading,
                                 struct lcm_measured_text text);
