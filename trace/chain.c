/* The last-event chain, from the end back. */
#include "trace/chain.h"

#include <math.h>

/* Return the task that ends last and does the program's work; TRACE_NONE where
 * there is none. */
static uint32_t last_task(const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  uint32_t last = TRACE_NONE;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (task->outer == TRACE_NONE &&
        walk->log->names.at[task->name].class != TRACE_SYSTEM &&
        (last == TRACE_NONE || task->end > trace_task_at(g, last)->end))
      last = i;
  }
  return last;
}

/* Return the last message that actor "actor" had to wait for until "time", and
 * that was created before that, and not after it came; TRACE_NONE where there
 * is none. */
static uint32_t cause(const struct trace_graph *g, uint32_t actor,
                      double time) {
  size_t low = g->first[actor];
  size_t high = g->first[actor + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (trace_receipt_at(g, g->receipt_of[middle])->time <= time)
      low = middle + 1;
    else
      high = middle;
  }
  while (low-- > g->first[actor]) {
    const struct trace_receipt *r = trace_receipt_at(g, g->receipt_of[low]);
    const struct trace_message *m = trace_message_at(g, r->message);
    if (r->binds && m->time <= r->time && m->time < time)
      return g->receipt_of[low];
  }
  return TRACE_NONE;
}

/* Turn the links of "chain" around. */
static void turn(struct trace_chain *chain) {
  for (size_t i = 0, k = chain->links.n; i + 1 < k; i++) {
    const struct trace_link link = chain->links.at[i];
    chain->links.at[i] = chain->links.at[--k];
    chain->links.at[k] = link;
  }
}

/* Add to the links of "chain", which are in the order of time and do not
 * overlap, that "actor" did nothing between[0] .. between[1]. */
static void add_gap(struct trace_chain *chain, uint32_t actor,
                    const double between[2]) {
  size_t low = 0;
  size_t high = chain->links.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (chain->links.at[middle].end <= between[0])
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < chain->links.n && chain->links.at[low].begin < between[1];
       low++) {
    struct trace_link *link = &chain->links.at[low];
    if (link->actor == actor)
      link->idle +=
          fmax(fmin(link->end, between[1]) - fmax(link->begin, between[0]), 0);
  }
}

/* Find how long actors do nothing in the links of "chain": what is between
 * their tasks, which the graph has in the order of their begins. */
static void find_idle(struct trace_chain *chain,
                      const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  const size_t n = walk->actors.n;
  double *since = LCM_NEW_ARRAY(lcm_ctx_arena(walk->log->ctx), double, n + 1);
  for (size_t i = 0; i < n; i++)
    since[i] = walk->begin;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    add_gap(chain, task->actor,
            (const double[]){since[task->actor], task->begin});
    since[task->actor] = fmax(since[task->actor], task->end);
  }
  for (uint32_t i = 0; i < n; i++)
    add_gap(chain, i, (const double[]){since[i], walk->end});
}

void trace_chain_find(struct trace_chain *out, const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  const uint32_t last = last_task(walk);
  if (last == TRACE_NONE)
    return;
  uint32_t actor = trace_task_at(g, last)->actor;
  double time = trace_task_at(g, last)->end;
  for (;;) {
    const uint32_t receipt = cause(g, actor, time);
    const struct trace_receipt *r =
        receipt == TRACE_NONE ? NULL : trace_receipt_at(g, receipt);
    const double begin = r ? r->time : walk->begin;
    if (r || begin < time)
      LCM_LIST_ADD(lcm_ctx_arena(walk->log->ctx), &out->links,
                   ((struct trace_link){actor, receipt, begin, time, 0}));
    if (!r)
      break;
    actor = trace_message_at(g, r->message)->actor;
    time = trace_message_at(g, r->message)->time;
  }
  turn(out);
  find_idle(out, walk);
}
