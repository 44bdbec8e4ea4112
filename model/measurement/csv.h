/* Reading tables of measurements. */
#pragma once

#include "model/measurement/types.h"

/* As lcm_measurements_parse of a table: the first line names the columns, which
 * a comma, semicolon or tab separates; p and time (or elapsed) are among them,
 * categories may be, and others are variables.  Each row is a whole run. */
LCM_NODISCARD lcm_status lcm_measurements_parse_csv(lcm_measurements *out,
                                                    lcm_ctx *ctx,
                                                    const char *file,
                                                    const char *text,
                                                    size_t len);
