/* Reading folded stacks, as flame graphs are drawn from. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is in that format: its first line ends in a whole
 * number behind something else. */
bool lcm_measured_is_folded(const struct lcm_measured_look *look);

/* Read lines "FRAME;FRAME;... NUMBER" into "reading": what each function spent
 * itself, in samples where the user does not say what one is. */
void lcm_measured_read_folded(struct lcm_reading *reading,
                              struct lcm_measured_text text);
