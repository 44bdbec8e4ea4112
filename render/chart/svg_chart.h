/* Charts of curves as SVG: axes, ticks, legend, curves. */
#pragma once

#include "render/chart/types.h"

/* Append "charts" as one picture (SVG). */
void lcm_put_charts(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_charts *charts);

/* Return the "n" charts at "charts" as one picture (SVG), side by side. */
LCM_GIVE char *lcm_render_charts(lcm_ctx *ctx, const struct lcm_chart *charts,
                                 size_t n);
