/* Reading archives of OTF2. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is the anchor of one. */
bool lcm_measured_is_otf2(const struct lcm_measured_look *look);

/* Read the archive whose anchor is the file of "reading" into that, by what
 * otf2-print says of it: the time between entering and leaving each region
 * without those inside, the mean of all locations, p being how many there
 * are. */
void lcm_measured_read_otf2(struct lcm_reading *reading,
                            struct lcm_measured_text text);
