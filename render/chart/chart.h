/* Charts: curves, points and stacks over an axis, as SVG and for gnuplot. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "model/measurement/measurement.h"
#include "model/results/prediction.h"

/* A curve of a chart with the points it is to describe.
 * name         NULL: none
 * px, py       n_points points
 * x, y         n points of the curve; low, high: its interval, NULL: none
 * colour       "#rrggbb"; NULL: one is chosen
 * bound        it is no more than a limit: drawn thin */
struct lcm_curve {
  const char *name;
  const double *px;
  const double *py;
  size_t n_points;
  const double *x;
  const double *y;
  const double *low;
  const double *high;
  size_t n;
  const char *colour;
  bool bound;
};

/* A chart.
 * title, subtitle     subtitle may be NULL
 * about               what it shows, for who cannot see it; may be NULL
 * x_name, y_name      names of the axes; "[s]" in that of the ordinate: seconds
 * x_log               values of the abscissa double from one to the next
 * y_double            so do those of the ordinate
 * stacked             the curves, all over the same abscissae, are bars on top
 *                     of each other */
struct lcm_chart {
  const char *title;
  const char *subtitle;
  const char *about;
  const char *x_name;
  const char *y_name;
  bool x_log;
  bool y_double;
  bool stacked;
  const struct lcm_curve *curves;
  size_t n_curves;
};

/* Charts side by side as one picture; "id" begins the ids in it. */
struct lcm_charts {
  const struct lcm_chart *at;
  size_t n;
  const char *id;
};

/* Append "charts" as one picture (SVG). */
void lcm_put_charts(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_charts *charts);

/* Return the "n" charts at "charts" as one picture (SVG), side by side. */
LCM_GIVE char *lcm_render_charts(lcm_ctx *ctx, const struct lcm_chart *charts,
                                 size_t n);

/* Append what draws "charts" with gnuplot, their points in it: an SVG file, the
 * name of which ends in ".svg" where "file" ends otherwise. */
void lcm_put_gnuplot(lcm_buf *buf, lcm_ctx *ctx,
                     const struct lcm_charts *charts, const char *file);

/* Append who is fastest where over the two variables of "c" that vary as a
 * picture (SVG) whose ids begin with "id": areas between the points of the
 * grid, divided by the crossovers that were found on its lines.  False, and
 * nothing, where not two vary. */
bool lcm_put_winner_map(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                        const char *id);

/* Append what draws that with gnuplot, as lcm_put_gnuplot. */
bool lcm_put_winner_gnuplot(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                            const char *file);

/* Fill in "chart" with the times of all variants of "c", with their intervals,
 * over the one variable that varies, and where the fastest changes; false where
 * not one varies. */
bool lcm_chart_variants(struct lcm_chart *chart, lcm_ctx *ctx,
                        const lcm_comparison *c);

/* What is charted of a prediction.
 * measured  runs of the same program, or NULL */
struct lcm_charted {
  const lcm_prediction *prediction;
  const lcm_measurements *measured;
};

/* Fill in "chart" with the time over the variable that varies most, with its
 * interval and what was measured; false where nothing varies. */
bool lcm_chart_time(struct lcm_chart *chart, lcm_ctx *ctx,
                    const struct lcm_charted *of);

/* Fill in "chart" with the speedup between its bounds (ideal, work over span,
 * and what a greedy schedule with the predicted overheads reaches at worst);
 * false where p does not vary, or there is none. */
bool lcm_chart_speedup(struct lcm_chart *chart, lcm_ctx *ctx,
                       const struct lcm_charted *of);

/* Fill in "chart" with the share of the cycles that each category loses over
 * the variable that varies most; false where nothing varies or is lost. */
bool lcm_chart_lost(struct lcm_chart *chart, lcm_ctx *ctx,
                    const struct lcm_charted *of);
