/* The tasks of a message-driven run, done once more on simulated processors
 * under another placement, queue or machine (Sinha 1994, chapter 5). */
#pragma once

#include "chares/md.h"
#include "trace/errand.h"
#include "trace/types.h"

/* What doing errands once more took. */
struct trace_rerun {
  struct md_report report;
  struct md_options options; /* it was done so */
  bool ordered;              /* each actor kept its order */
  size_t remote;             /* errands that were given on another processor */
  size_t quiet;              /* that quiescence, not a message, began */
  size_t roots;              /* that nothing that is known of began */
};

/* Do "errands" of "log" once more as "how" says, into "out"; what it takes is
 * in "arena".  False where that failed. */
bool trace_replay_errands(struct trace_rerun *out, lcm_arena *arena,
                          const struct trace_errands *errands,
                          const struct trace_log *log,
                          const struct lcm_trace_replaying *how);

/* Do the tasks of "log" once more as "how" says, and put what that took into
 * "out", of which the sums are known.  LCM_EUSAGE, and a report, where that
 * makes no sense. */
LCM_NODISCARD lcm_status trace_replay(lcm_trace *out,
                                      const struct trace_log *log,
                                      const struct lcm_trace_replaying *how);
