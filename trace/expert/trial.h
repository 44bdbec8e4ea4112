/* What-ifs: the tasks of a run are done once more with a change, on the machine
 * that they were done on, and what that gains is the difference. */
#pragma once

#include "trace/errand.h"
#include "trace/expert/remark.h"

/* What-ifs being tried. */
struct trace_trials {
  struct trace_expert *x;
  const struct trace_log *log;
  struct trace_errands errands; /* as they were */
  double base;                  /* the time that doing those takes */
  double period; /* between reports to managers; 0: the usual one */
  size_t left;   /* errands that may still be done */
  LCM_LIST(struct trace_remark) found;
};

/* Begin with what is in "t": find how long its errands take as they were, which
 * did take "time". */
void trace_trial_begin(struct trace_trials *t, double time);

/* Return how long "errands" take under "placement" and "queue" (NULL: as they
 * were); infinity where that is not known. */
double trace_trial_time(struct trace_trials *t,
                        const struct trace_errands *errands,
                        const char *placement, const char *queue);

/* Add "remark", where doing the errands as it says takes "time". */
void trace_trial_add(struct trace_trials *t, const struct trace_remark *remark,
                     double time);

/* Return what can be released when a what-if has been tried. */
lcm_arena *trace_trial_arena(const struct trace_trials *t);
