#pragma once

#include "cmd/fit_internal.h"

/* Write the points to NAME.data and what draws them and the models to NAME.gp
 * (cmd_fit_gnuplot.c); LCM_EUSAGE, and a message, where "f" has not one
 * quantity. */
lcm_status fit_gnuplot(struct fitting *f, const char *name);
