/* What happens in timesteps, for people and for programs. */
#pragma once

#include "render/text/text.h"
#include "trace/types.h"

/* Append the timesteps of "trace", which has some, for people: those of the
 * whole run, and of the "most" entries that take most time. */
void trace_steps_show(lcm_buf *buf, lcm_ctx *ctx, const lcm_trace *trace,
                      size_t most, const struct lcm_style *style);

/* Return the timesteps of "trace" (LCM_FORMAT_CSV, LCM_FORMAT_TSV) as rows, one
 * for each step and entry, and one for each step with all. */
LCM_GIVE char *lcm_trace_steps_rows(lcm_ctx *ctx, const lcm_trace *trace,
                                    lcm_format format,
                                    const struct lcm_style *style);
