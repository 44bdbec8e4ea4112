#pragma once

#include "cmd/fit_internal.h"
#include "model/measurement/read.h"

/* Read the measurements of "command" into "*out"; where some could not be read
 * the others are there. */
lcm_status fit_read(lcm_measurements *out, struct command *command);

/* Put the format that "name" is into "*out"; false, and a message, where there
 * is none. */
bool fit_format(lcm_measurement_format *out, const char *name);
