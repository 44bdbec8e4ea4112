/* Collects remarks on a phase. */
#include "trace/expert/remark.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/phase.h"

void trace_remark_add(struct trace_expert *x, const struct trace_remark *r) {
  if (!(r->gain > 0))
    return;
  for (size_t i = 0; i < x->of_phase.n; i++) {
    struct trace_remark *old = &x->of_phase.at[i];
    if (strcmp(old->id, r->id) != 0 || old->name != r->name)
      continue;
    old->gain += r->gain;
    old->numbers[0] += r->numbers[0];
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(x->walk->log->ctx), &x->of_phase, *r);
}

double trace_overlap(const struct trace_expert *x, uint32_t phase,
                     const double between[2], const uint32_t but[2]) {
  const struct trace_graph *g = x->walk->graph;
  double *busy = calloc(x->walk->actors.n + 1, sizeof *busy);
  double most = 0;
  for (uint32_t i = x->first[phase]; busy && i < x->first[phase + 1]; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (task->name == but[0] || task->actor == but[1] ||
        !trace_is_own(x->walk, i))
      continue;
    busy[task->actor] +=
        fmax(0, fmin(task->end, between[1]) - fmax(task->begin, between[0]));
    most = fmax(most, busy[task->actor]);
  }
  free(busy);
  return most;
}
