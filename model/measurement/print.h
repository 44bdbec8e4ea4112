/* Printing measurements in all formats. */
#pragma once

#include "model/measurement/read.h"

/* Return whether "format" is one that is written, too. */
bool lcm_measured_is_written(lcm_measurement_format format);

/* Return "all" in "format", one that is written; NULL where memory ran out. */
LCM_GIVE char *lcm_measurements_print(lcm_ctx *ctx, const lcm_measurements *all,
                                      lcm_measurement_format format);

/* Return "one" as a line of lcm-measurement/1 with its newline. */
LCM_GIVE char *lcm_measurement_to_line(lcm_ctx *ctx,
                                       const lcm_measurement *one);
