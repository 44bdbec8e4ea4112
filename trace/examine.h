/* A trace is read and looked at from all sides. */
#pragma once

#include "trace/types.h"

/* Read the trace "file" into "*out"; failures are reported. */
LCM_NODISCARD lcm_status lcm_trace_read(const lcm_trace **out, lcm_ctx *ctx,
                                        const char *file,
                                        const struct lcm_trace_options *how);
