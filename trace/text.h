/* A trace as text. */
#pragma once

#include "render/table/table.h"
#include "trace/types.h"

/* Return "trace" as text; "all" entries, phases and links, or the most
 * important ones. */
LCM_GIVE char *lcm_render_trace(lcm_ctx *ctx, const lcm_trace *trace, bool all,
                                const struct lcm_style *style);
