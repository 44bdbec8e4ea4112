/* What sets the time of the parts of a program, as text. */
#pragma once

#include "render/table/table.h"

/* So many parts are shown to people. */
enum { LCM_MOST_PARTS = 20 };

/* Add the parts of "limits" to "table": time, share, what sets it, what the
 * whole gains without that, what sets it then. */
void lcm_limits_table(struct lcm_table *table, const struct lcm_limits *limits,
                      double time);

/* Add the parts of "limits" that were counted to "table": their operations, and
 * the bytes of each level; return how many there are. */
size_t lcm_counts_table(struct lcm_table *table,
                        const struct lcm_limits *limits);

/* Append what sets the whole: "L3 bandwidth 71 %, start 2 %". */
void lcm_put_limit_sums(lcm_buf *buf, lcm_ctx *ctx,
                        const struct lcm_limits *limits);

/* Return what sets the time of the parts of "prediction" at point "i". */
LCM_GIVE char *lcm_render_limits(lcm_ctx *ctx, const lcm_prediction *prediction,
                                 size_t i, const struct lcm_style *style);
