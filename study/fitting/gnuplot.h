/* Files for gnuplot. */
#pragma once

#include "fit/fit.h"

/* Write the points of "f" to NAME.data and what draws them and the models to
 * NAME.gp; LCM_EUSAGE, and a diagnostic, where "f" has not one quantity. */
LCM_NODISCARD lcm_status lcm_fit_write_gnuplot(const struct lcm_fit_session *f,
                                               const char *name);
