/* Remarks as text. */
#pragma once

#include "trace/expert/remark.h"

/* Return what "r" says, in memory of the context of "x". */
const char *trace_remark_text(const struct trace_expert *x,
                              const struct trace_remark *r);
