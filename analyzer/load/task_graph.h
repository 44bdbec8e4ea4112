/* Task graphs of other tools as models of contention. */
#pragma once

#include "base/ctx.h"

/* Return whether "name" is that of a task graph: .stg or .dot. */
bool lcm_load_is_task_graph(const char *name);

/* Put the model (.pam) of the task graph in the "len" bytes at "text", called
 * "file", into "*out": each task waits for those before it, and uses one of P
 * processors.  LCM_EPARSE, and a diagnostic at its place, where it is none. */
LCM_NODISCARD lcm_status lcm_task_graph_to_pam(char **out, lcm_ctx *ctx,
                                               const char *file,
                                               const char *text, size_t len);
