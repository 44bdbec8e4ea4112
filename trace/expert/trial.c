/* Does the tasks of a run once more. */
#include "trace/expert/trial.h"

#include <math.h>

#include "trace/replay.h"

/* Reports to managers, of all processors, in a run that is done once more. */
static const double REPORTS = 1e7;

lcm_arena *trace_trial_arena(const struct trace_trials *t) {
  return lcm_ctx_arena(t->log->ctx);
}

void trace_trial_begin(struct trace_trials *t, double time) {
  const double *costs = t->log->costs;
  const double usual =
      1e-6 + (t->log->simulated ? 20 * (costs[0] + costs[1] + costs[2]) : 0);
  const double least = time * (double)t->x->p / REPORTS;
  t->period = least > usual ? least : 0;
  t->base = trace_trial_time(t, &t->errands, NULL, NULL);
}

double trace_trial_time(struct trace_trials *t,
                        const struct trace_errands *errands,
                        const char *placement, const char *queue) {
  const struct lcm_trace_replaying how = {.placement = placement,
                                          .queue =
                                              queue ? queue : t->log->queue,
                                          .latency = NAN,
                                          .period = t->period};
  lcm_arena *arena = trace_trial_arena(t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  struct trace_rerun run;
  if (errands->n_kept > t->left)
    return INFINITY;
  t->left -= errands->n_kept;
  const bool done = trace_replay_errands(&run, arena, errands, t->log, &how);
  lcm_arena_release(arena, mark);
  return done ? run.report.time : INFINITY;
}

void trace_trial_add(struct trace_trials *t, const struct trace_remark *remark,
                     double time) {
  struct trace_remark r = *remark;
  if (!(time < t->base))
    return;
  r.gain = t->base - time;
  r.time = time;
  LCM_LIST_ADD(lcm_ctx_arena(t->log->ctx), &t->found, r);
}
