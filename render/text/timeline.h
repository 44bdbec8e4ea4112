/* Timelines and stages as text. */
#pragma once

#include "base/buf.h"
#include "model/results/schedule.h"
#include "render/table/style.h"

/* Append what "table" is of: "n = 64, p = 4: 2.192 ms, by composition". */
void lcm_put_timetable_heading(lcm_buf *buf, const lcm_timetable *table);

/* Return "table" for a terminal: a line a processor, the stages with the
 * utilization of each processor, and the last-event chain. */
LCM_GIVE char *lcm_render_timeline(lcm_ctx *ctx, const lcm_timetable *table,
                                   const struct lcm_style *style);

/* Return the stages of "table" as a table in "format" (text, CSV or TSV): the
 * utilization of each processor. */
LCM_GIVE char *lcm_render_stages(lcm_ctx *ctx, const lcm_timetable *table,
                                 lcm_format format,
                                 const struct lcm_style *style);
