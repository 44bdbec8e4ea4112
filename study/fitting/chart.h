/* Charts of what was fitted. */
#pragma once

#include "fit/fit.h"

/* Draw the quantities of "f" that are not 0, the largest first, into the file
 * "path". */
LCM_NODISCARD lcm_status lcm_fit_write_chart(const struct lcm_fit_session *f,
                                             const char *path);
