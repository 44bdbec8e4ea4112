/* Traces: docs/reference/traces.md has their lines. */
#pragma once

#include "chares/types.h"

/* Write what comes before the events of "run". */
void lcm_md_trace_head(const struct md_run *run);

/* Write that "message" was created on "m". */
void lcm_md_trace_create(md *m, const md_message *message);

/* Write that "event" happened to message number "id" on "m" at "time"; "to" is
 * the processor that it was sent to, or -1. */
void lcm_md_trace_event(md *m, const char *event, uint64_t id, double time,
                        int to);
