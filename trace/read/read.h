/* Which reader a trace needs, by its first bytes. */
#pragma once

#include "trace/log.h"

/* Read the trace "log->file" into "log"; failures are reported. */
lcm_status trace_read(struct trace_log *log);
