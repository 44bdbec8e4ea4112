/* What a prediction does not know or assumes, as text. */
#pragma once

#include "render/table/table.h"

/* Append what is not in the times of "prediction", in a few lines: what is
 * missing at how many places, and what would settle it. */
void lcm_put_unknown(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction,
                     const struct lcm_style *style);

/* Append which conditions of "prediction" are taken as likely as not, as far as
 * much of the time hangs on them. */
void lcm_put_hinges(lcm_buf *buf, lcm_ctx *ctx,
                    const lcm_prediction *prediction,
                    const struct lcm_style *style);

/* Return what "prediction" does not know as a sidecar file to fill in,
 * malloc'd: a param for each variable of the source, `count` and `prob` for the
 * rest; NULL where memory runs out. */
char *lcm_render_unknowns(lcm_ctx *ctx, const lcm_prediction *prediction);
