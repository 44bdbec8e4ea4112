/* Charts of curves as scripts for gnuplot. */
#pragma once

#include "base/buf.h"
#include "base/diag.h"

/* Return the name of the picture that the script "file" draws: it ends in
 * ".svg" instead of ".gp". */
const char *lcm_gnuplot_picture(lcm_ctx *ctx, const char *file);
