/* Reads traces in the JSON of Chrome and Perfetto, as many tools write it. */
#pragma once

#include "trace/log.h"
#include "trace/read/input.h"

/* Read "input", which begins with "{" or "[", into "log". */
lcm_status trace_read_chrome(struct trace_log *log, struct trace_input *input);
