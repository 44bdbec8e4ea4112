/* The degree of parallelism over time (Sinha 1994, 6.4.11 and 6.4.12). */
#include "trace/expert/degree.h"

#include <math.h>
#include <stdlib.h>

#include "trace/expert/heuristic.h"

/* What changes at a moment: how many tasks run, how many are there. */
struct change {
  double time;
  int moved;
  int available;
};

/* Compare two changes for qsort. */
static int compare(const void *a, const void *b) {
  const struct change *x = a;
  const struct change *y = b;
  return (x->time > y->time) - (x->time < y->time);
}

/* Put when task "i" is there, begins and ends into "out"; return how many
 * changes that is. */
static size_t changes_of(struct change *out, const struct trace_graph *g,
                         uint32_t i) {
  const struct trace_task *task = trace_task_at(g, i);
  double there = task->begin;
  if (task->receipt != TRACE_NONE)
    there = fmin(
        there,
        trace_message_at(g, trace_receipt_at(g, task->receipt)->message)->time);
  out[0] = (struct change){there, 0, 1};
  out[1] = (struct change){task->begin, 1, 0};
  out[2] = (struct change){task->end, -1, -1};
  return 3;
}

/* Return the stretches of the phase between "begin" and "end", from the "n"
 * changes "at". */
static size_t stretches(struct lcm_stretch *out, const struct change *at,
                        size_t n, const double between[2]) {
  double running = 0;
  double there = 0;
  double time = between[0];
  size_t k = 0;
  for (size_t i = 0; i <= n; i++) {
    const double next = i < n ? fmin(at[i].time, between[1]) : between[1];
    if (next > time) {
      out[k++] = (struct lcm_stretch){next - time, 0, running, there};
      time = next;
    }
    running += i < n ? at[i].moved : 0;
    there += i < n ? at[i].available : 0;
  }
  return k;
}

/* Remark on the "n" stretches "s" of a phase. */
static void remark(struct trace_expert *x, const struct lcm_stretch *s,
                   size_t n) {
  const double p = (double)x->p;
  const struct lcm_placing placing = lcm_placing_of(s, n, p);
  double scarce = 0;
  double misplaced = 0;
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    scarce += s[i].length * fmax(0, p - s[i].available) / p;
    misplaced +=
        s[i].length * fmax(0, fmin(p, s[i].available) - s[i].moved) / p;
    most = fmax(most, s[i].available);
  }
  trace_remark_add(x, &(struct trace_remark){.id = "parallelism",
                                             .name = "",
                                             .gain = scarce,
                                             .numbers = {most, 0, 0}});
  if (x->walk->log->driven)
    trace_remark_add(
        x, &(struct trace_remark){.id = "placement",
                                  .name = "",
                                  .gain = misplaced,
                                  .numbers = {placing.effective, 0, 0}});
}

void trace_expert_degree(struct trace_expert *x, uint32_t phase) {
  const struct trace_graph *g = x->walk->graph;
  const uint32_t last =
      x->first[phase + 1] + (x->first[phase + 1] < g->tasks.n);
  const size_t n = last - x->first[phase];
  const double between[2] = {
      x->phases->begin[phase],
      phase + 1 < x->phases->n ? x->phases->begin[phase + 1] : x->walk->end};
  struct change *at = calloc(3 * n + 1, sizeof *at);
  struct lcm_stretch *s = calloc(3 * n + 2, sizeof *s);
  size_t k = 0;
  for (uint32_t i = x->first[phase]; at && s && i < last; i++)
    if (trace_is_own(x->walk, i))
      k += changes_of(at + k, g, i);
  if (at && s) {
    qsort(at, k, sizeof *at, compare);
    remark(x, s, stretches(s, at, k, between));
  }
  free(at);
  free(s);
}
