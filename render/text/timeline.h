/* Timelines and stages as text. */
#pragma once

#include "render/table/table.h"

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

/* Fill "rows" with the stages of "table" in "format": the utilization of each
 * processor, but, for people, not of more than "most" of them. */
void lcm_stages_table(struct lcm_table *rows, const struct lcm_timetable *table,
                      lcm_format format, size_t most);
