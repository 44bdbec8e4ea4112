/* Charts of what was measured over a grid. */
#pragma once

#include "render/chart/types.h"

struct lcm_swept;

/* Points of a sweep, "n" of them. */
struct lcm_swept_list {
  const struct lcm_swept *at;
  size_t n;
};

/* What is charted of a sweep at most: time, speedup, lost cycles. */
enum { LCM_SWEPT_CHARTS = 3 };

/* Fill in "charts" with the time over the variable that varies most, with its
 * interval; the speedup over the time with p = 1, where p is that variable; and
 * the share of the processors' time that each category loses.  Return how many
 * they are: 0 where nothing varies. */
size_t lcm_charts_swept(struct lcm_chart charts[LCM_SWEPT_CHARTS], lcm_ctx *ctx,
                        const struct lcm_swept_list *points);
