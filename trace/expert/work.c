/* Findings about the tasks of a name in a phase. */
#include "trace/expert/work.h"

#include <math.h>
#include <stdlib.h>

#include "trace/expert/heuristic.h"

/* An ideal grain is so many times what creating a task costs (6.4.7). */
static const double GRAIN = 10;

/* A group, counted. */
struct counted {
  const struct trace_group *group;
  const char *name;
  double *counts; /* by actor */
  double *grains; /* mean times by actor */
  double time;    /* of all */
  double begin;   /* of the first */
  double end;     /* of the last */
};

/* Count the group of "c". */
static void count(struct counted *c, const struct trace_graph *g, size_t p) {
  c->begin = HUGE_VAL;
  c->end = -HUGE_VAL;
  for (size_t i = 0; i < c->group->n; i++) {
    const struct trace_task *task = trace_task_at(g, c->group->tasks[i]);
    c->counts[task->actor]++;
    c->grains[task->actor] += task->end - task->begin;
    c->time += task->end - task->begin;
    c->begin = fmin(c->begin, task->begin);
    c->end = fmax(c->end, task->end);
  }
  for (size_t i = 0; i < p; i++)
    c->grains[i] /= c->counts[i] > 0 ? c->counts[i] : 1;
}

/* Look whether messages cost more than the tasks are worth that they begin. */
static void find_grain(struct trace_expert *x, const struct counted *c) {
  const double n = (double)c->group->n;
  const double ideal = GRAIN * x->cost;
  const struct lcm_parcels parcels = {c->time, n, x->cost};
  if (!x->walk->log->driven || !(x->cost > 0) || !(c->time / n < ideal))
    return;
  trace_remark_add(x, &(struct trace_remark){
                          .id = "grain",
                          .name = c->name,
                          .gain = lcm_grain_gain(&parcels, ideal, (double)x->p),
                          .numbers = {n, c->time / n, x->cost}});
}

/* Return which of the "n" numbers "at" is largest. */
static size_t largest(const double *at, size_t n) {
  size_t best = 0;
  for (size_t i = 1; i < n; i++)
    best = at[i] > at[best] ? i : best;
  return best;
}

/* Look whether some actors have more or longer tasks than others. */
static void find_balance(struct trace_expert *x, const struct counted *c) {
  const double n = (double)c->group->n;
  const double by_count = lcm_count_loss(c->counts, x->p, c->time / n);
  const double by_grain = lcm_grain_loss(c->grains, x->p, n);
  const size_t most = largest(c->counts, x->p);
  const size_t longest = largest(c->grains, x->p);
  if (c->group->n < x->p || trace_is_reduction(c->group) ||
      c->group->shape == LCM_PATTERN_GATHER ||
      c->group->shape == LCM_PATTERN_SEQUENCE)
    return;
  if (by_count >= by_grain)
    trace_remark_add(x, &(struct trace_remark){
                            .id = "balance-count",
                            .name = c->name,
                            .gain = by_count,
                            .numbers = {c->counts[most], n, (double)most}});
  else
    trace_remark_add(
        x, &(struct trace_remark){
               .id = "balance-grain",
               .name = c->name,
               .gain = by_grain,
               .numbers = {c->grains[longest], c->time / n, (double)longest}});
}

/* Look whether one actor has all of the tasks, or one after the other has
 * one, while others wait. */
static void find_serial(struct trace_expert *x, const struct counted *c) {
  const bool chain = c->group->shape == LCM_PATTERN_SEQUENCE;
  const uint32_t actor =
      chain ? TRACE_NONE
            : trace_task_at(x->walk->graph, c->group->tasks[0])->actor;
  const double between[2] = {c->begin, c->end};
  const uint32_t but[2] = {c->group->name, actor};
  if (!chain && c->group->shape != LCM_PATTERN_GATHER)
    return;
  const double length = chain ? c->end - c->begin : c->time;
  const double overlap =
      fmin(trace_overlap(x, c->group->phase, between, but), length);
  trace_remark_add(x, &(struct trace_remark){
                          .id = chain ? "sequential-chain" : "bottleneck",
                          .name = c->name,
                          .gain = lcm_chain_gain(length, overlap, (double)x->p),
                          .numbers = {(double)c->group->n, c->time,
                                      chain ? 0 : (double)actor}});
}

void trace_expert_work(struct trace_expert *x,
                       const struct trace_group *group) {
  struct counted c = {.group = group,
                      .name = x->walk->log->names.at[group->name].text};
  double *both = calloc(2 * x->p + 2, sizeof *both);
  if (!both)
    return;
  c.counts = both;
  c.grains = both + x->p + 1;
  count(&c, x->walk->graph, x->p);
  find_grain(x, &c);
  find_balance(x, &c);
  find_serial(x, &c);
  free(both);
}
