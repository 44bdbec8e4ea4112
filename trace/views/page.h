/* What happens in timesteps, for a browser. */
#pragma once

#include "trace/types.h"

/* Return the timesteps of "trace" as a part of a page, which lives as long as
 * "ctx" and has its colours from the page (render/chart/page.h): a table with a
 * row for each, and one of the "most" entries that take most time with a column
 * for each, where there are not too many.  NULL where there are none. */
const char *lcm_trace_steps_page(lcm_ctx *ctx, const lcm_trace *trace,
                                 size_t most);
