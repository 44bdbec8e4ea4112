/* Reads traces of message-driven programs (docs/reference/traces.md). */
#pragma once

#include "trace/log.h"
#include "trace/read/input.h"

/* Read "input", which begins with "lcm-trace/1", into "log". */
lcm_status trace_read_driven(struct trace_log *log, struct trace_input *input);
