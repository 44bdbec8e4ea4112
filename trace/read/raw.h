/* Reads the raw files of the profiler: the timelines in them. */
#pragma once

#include "trace/log.h"

/* Read the raw file "file" into "log". */
lcm_status trace_read_raw(struct trace_log *log, const char *file);
