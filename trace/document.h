/* A trace as a document. */
#pragma once

#include "trace/types.h"

/* Return "trace" as a document (lcm-trace-report/1). */
LCM_GIVE char *lcm_trace_to_json(const lcm_trace *trace);
