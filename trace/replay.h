/* The tasks of a message-driven run, done once more on simulated processors
 * under another placement, queue or machine (Sinha 1994, chapter 5). */
#pragma once

#include "trace/log.h"
#include "trace/types.h"

/* Do the tasks of "log" once more as "how" says, and put what that took into
 * "out", of which the sums are known.  LCM_EUSAGE, and a report, where that
 * makes no sense. */
LCM_NODISCARD lcm_status trace_replay(lcm_trace *out,
                                      const struct trace_log *log,
                                      const struct lcm_trace_replaying *how);
