#pragma once

#include "cmd/fit_internal.h"

/* Write the picture, or the files for gnuplot, that the command line asks for.
 */
lcm_status fit_plots(struct fitting *f);
