/* Timelines as SVG: one row a processor. */
#pragma once

#include "model/results/results.h"

/* Append "table" as a picture (SVG) whose ids begin with "id": the activity
 * graph, a row a processor, with the last-event chain. */
void lcm_put_timeline(lcm_buf *buf, lcm_ctx *ctx, const lcm_timetable *table,
                      const char *id);

/* Append less of it: few rows and boxes, of which nothing is said. */
void lcm_put_timeline_small(lcm_buf *buf, lcm_ctx *ctx,
                            const lcm_timetable *table, const char *id);
