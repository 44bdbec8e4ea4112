/* Files of measurements. */
#pragma once

#include "model/measurement/measurement.h"

/* Put the format that "name" is into "*out"; LCM_EUSAGE, and a diagnostic,
 * where there is none. */
LCM_NODISCARD lcm_status lcm_fit_format(lcm_measurement_format *out,
                                        lcm_ctx *ctx, const char *name);

/* Read the measurements in the "n" files "files" into "*out"; where some could
 * not be read the others are there. */
LCM_NODISCARD lcm_status lcm_fit_read(lcm_measurements *out, lcm_ctx *ctx,
                                      const char *const *files, size_t n,
                                      lcm_measurement_format format);
