/* Which message began what, in traces that do not say so themselves: those of
 * Chrome, OTF2. */
#pragma once

#include "base/status.h"
#include "trace/log.h"

/* Put a copy of "log", which is not of a message-driven run and has all events,
 * into "out" as if it were: each outermost slice in which an actor works is a
 * task that began with the message that came as it began, or as nothing was
 * under way before it, and any processor may do it.  LCM_EUSAGE, and a report
 * of what is missing or in the way, where that does not hold: no messages, a
 * task that none began, one that waits for more; LCM_ENOMEM.  The events of
 * "out" are in memory of the context of "log". */
LCM_NODISCARD lcm_status trace_triggers_find(struct trace_log *out,
                                             const struct trace_log *log);
