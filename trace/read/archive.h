/* Reads archives of OTF2, where lcm was built with its library. */
#pragma once

#include "trace/log.h"

/* Read the archive whose anchor is "file" into "log". */
lcm_status trace_read_archive(struct trace_log *log, const char *file);
