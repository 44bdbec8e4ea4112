/* Reading tables of measurements. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* Return whether a text is a table: its first line has a comma, semicolon or
 * tab and does not end in a number. */
bool lcm_measured_is_csv(const struct lcm_measured_look *look);

/* Read a table into "reading": the first line names the columns, which a comma,
 * semicolon or tab separates; time (or elapsed) is among them or a category,
 * and others are variables.  Each row is a run, of a fragment where a column
 * names one. */
void lcm_measured_read_csv(struct lcm_reading *reading,
                           struct lcm_measured_text text);
