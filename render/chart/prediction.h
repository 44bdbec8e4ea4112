/* Charts of a prediction: time, speedup and lost cycles over the grid. */
#pragma once

#include "render/chart/types.h"

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
