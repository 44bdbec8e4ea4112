/* Charts of curves as scripts for gnuplot. */
#pragma once

#include "render/chart/types.h"

/* Append what draws "charts" with gnuplot, their points in it: an SVG file, the
 * name of which ends in ".svg" where "file" ends otherwise. */
void lcm_put_gnuplot(lcm_buf *buf, lcm_ctx *ctx,
                     const struct lcm_charts *charts, const char *file);

/* Append that the picture goes to the file "picture", unless the user of the
 * script says another. */
void lcm_gnuplot_output(lcm_buf *buf, const char *picture);

/* Append "text" in single quotes, on one line. */
void lcm_gnuplot_quoted(lcm_buf *buf, const char *text);
