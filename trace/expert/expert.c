/* What costs time in a run: each phase is looked into that uses its processors
 * badly. */
#include "trace/expert/expert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/expert/degree.h"
#include "trace/expert/keep.h"
#include "trace/expert/merge.h"
#include "trace/expert/place.h"
#include "trace/expert/say.h"
#include "trace/expert/trial.h"
#include "trace/expert/wait.h"
#include "trace/expert/work.h"

/* What is below this share of the whole time is not worth a line. */
static const double LEAST = 0.01;

/* A run that is done once more takes as long as before up to this share, or
 * what-ifs say nothing of it. */
static const double NEAR = 0.05;

/* So many errands are done at most for what-ifs. */
static const size_t MOST_ERRANDS = 10000000;

/* ---- phases --------------------------------------------------------------
 */

/* Find the first task of each phase. */
static void find_first(struct trace_expert *x) {
  const struct trace_graph *g = x->walk->graph;
  x->first = LCM_NEW_ARRAY(lcm_ctx_arena(x->walk->log->ctx), uint32_t,
                           x->phases->n + 1);
  size_t phase = 0;
  for (uint32_t i = 0; i < g->tasks.n; i++)
    while (phase < trace_task_at(g, i)->phase)
      x->first[++phase] = i;
  while (phase < x->phases->n)
    x->first[++phase] = (uint32_t)g->tasks.n;
}

/* Return the share of the processors that phase "i" of "out" uses. */
static double use_of(const struct trace_expert *x, const lcm_trace *out,
                     size_t i) {
  const struct lcm_trace_phase *p = &out->phases[i];
  const double all = (p->end - p->begin) * (double)x->p;
  return all > 0 ? p->work / all : 1;
}

/* Return what phase "i" of "out" would save if all its processors worked all
 * the time, with the task that closes it. */
static double most_of(const struct trace_expert *x, const lcm_trace *out,
                      size_t i) {
  const struct trace_graph *g = x->walk->graph;
  const struct lcm_trace_phase *phase = &out->phases[i];
  const uint32_t next = x->first[i + 1];
  const bool closed =
      next < g->tasks.n && trace_task_at(g, next)->closes != TRACE_NONE;
  const struct trace_task *task = closed ? trace_task_at(g, next) : NULL;
  const double more = task ? task->end - task->begin : 0;
  return phase->end - phase->begin + more - (phase->work + more) / (double)x->p;
}

/* Keep the remarks of the phase in work that are a share of all of them
 * (heuristic 1), together with those of the same kind of other phases; none can
 * save more than "most". */
static void keep(struct trace_expert *x, double most) {
  double sum = 0;
  for (size_t i = 0; i < x->of_phase.n; i++) {
    x->of_phase.at[i].gain = fmin(x->of_phase.at[i].gain, fmax(most, 0));
    sum += x->of_phase.at[i].gain;
  }
  for (size_t i = 0; i < x->of_phase.n; i++) {
    const struct trace_remark *r = &x->of_phase.at[i];
    size_t k = 0;
    if (!(r->gain > x->share * sum))
      continue;
    while (k < x->all.n && (strcmp(x->all.at[k].id, r->id) != 0 ||
                            x->all.at[k].name != r->name))
      k++;
    if (k == x->all.n) {
      LCM_LIST_ADD(lcm_ctx_arena(x->walk->log->ctx), &x->all, *r);
      continue;
    }
    if (r->gain > x->all.at[k].gain)
      memcpy(x->all.at[k].numbers, r->numbers, sizeof r->numbers);
    x->all.at[k].gain += r->gain;
  }
  x->of_phase.n = 0;
}

/* Look into the phases of "out" that use their processors badly. */
static void look(struct trace_expert *x, const lcm_trace *out) {
  for (size_t i = 0, k = 0; i < out->n_phases; i++) {
    const bool bad = use_of(x, out, i) < x->utilization;
    for (; k < x->groups->at.n && x->groups->at.at[k].phase == i; k++)
      if (bad)
        trace_expert_work(x, &x->groups->at.at[k]);
    if (!bad || x->first[i] == x->first[i + 1])
      continue;
    trace_expert_wait(x, (uint32_t)i);
    trace_expert_degree(x, (uint32_t)i);
    keep(x, most_of(x, out, i));
  }
}

/* ---- what-ifs ------------------------------------------------------------
 */

/* Return whether "r" is about what "found", a what-if, mends. */
static bool is_mended(const struct trace_remark *r,
                      const struct trace_remark *found) {
  if (!strcmp(r->id, "placement"))
    return true;
  if (!strcmp(found->id, "strategy"))
    return !strncmp(r->id, "balance", 7);
  return !strcmp(found->id, "combining") && !strcmp(r->id, "grain") &&
         r->name == found->name;
}

/* Keep of the what-ifs of "t" those that are a share of all of them, without
 * what else was said of the same: the time that they gain is not one for which
 * there are too few tasks. */
static void keep_trials(struct trace_expert *x, const struct trace_trials *t) {
  double sum = 0;
  for (size_t i = 0; i < t->found.n; i++)
    sum += t->found.at[i].gain;
  for (size_t i = 0; i < t->found.n; i++) {
    const struct trace_remark *found = &t->found.at[i];
    size_t n = 0;
    if (!(found->gain > x->share * sum) || !(found->gain >= LEAST * t->base))
      continue;
    for (size_t k = 0; k < x->all.n; k++) {
      struct trace_remark *r = &x->all.at[k];
      if (!strcmp(r->id, "parallelism")) {
        r->gain -= found->gain;
        r->numbers[2] += found->gain;
      }
      if (!is_mended(r, found))
        x->all.at[n++] = *r;
    }
    x->all.n = n;
    LCM_LIST_ADD(lcm_ctx_arena(x->walk->log->ctx), &x->all, *found);
  }
}

/* Do the tasks of the run once more, with changes: what these gain is known
 * where doing them without takes as long as they took. */
static void try_changes(struct trace_expert *x) {
  const struct trace_log *log = x->walk->log;
  const double time = x->walk->end - x->walk->begin;
  struct trace_trials t = {.x = x, .log = log, .left = MOST_ERRANDS};
  if (!log->driven || !trace_errands_find(&t.errands, log, NULL))
    return;
  trace_trial_begin(&t, time);
  if (!(fabs(t.base - time) <= NEAR * time))
    return;
  trace_try_placements(&t);
  trace_try_order(&t);
  trace_try_combining(&t);
  trace_try_tables(&t);
  keep_trials(x, &t);
}

/* Order remarks by their gain, the largest first. */
static int compare(const void *a, const void *b) {
  const struct trace_remark *x = a;
  const struct trace_remark *y = b;
  if (x->gain != y->gain)
    return x->gain > y->gain ? -1 : 1;
  return strcmp(x->id, y->id) ? strcmp(x->id, y->id) : strcmp(x->name, y->name);
}

void trace_expert_find(lcm_trace *out, struct trace_expert *x) {
  find_first(x);
  trace_expert_learn(x);
  look(x, out);
  try_changes(x);
  struct lcm_trace_finding *all = LCM_NEW_ARRAY(
      lcm_ctx_arena(x->walk->log->ctx), struct lcm_trace_finding, x->all.n + 1);
  double sum = 0;
  if (x->all.n)
    qsort(x->all.at, x->all.n, sizeof *x->all.at, compare);
  for (size_t i = 0; i < x->all.n; i++)
    sum += x->all.at[i].gain;
  for (size_t i = 0; i < x->all.n; i++) {
    const struct trace_remark *r = &x->all.at[i];
    if (r->gain >= LEAST * (x->walk->end - x->walk->begin))
      all[out->n_findings++] = (struct lcm_trace_finding){
          r->id, trace_remark_text(x, r), r->gain, r->gain / sum};
  }
  out->findings = all;
}
