/* Findings about messages that are waited for: sent late, or large. */
#include "trace/expert/wait.h"

#include <math.h>

#include "trace/expert/heuristic.h"

/* What is sent in the last tenth of a task is sent at its end. */
static const double TAIL = 0.1;

/* A message is divided into so many parts at most. */
enum { PARTS = 64 };

/* Sums for a line through the times that messages take over their bytes. */
struct line {
  double n;
  double x;
  double y;
  double xx;
  double xy;
};

void trace_expert_learn(struct trace_expert *x) {
  const struct trace_graph *g = x->walk->graph;
  struct line s = {0, 0, 0, 0, 0};
  for (uint32_t i = 0; i < g->receipts.n && isnan(x->latency); i++) {
    const struct trace_receipt *r = trace_receipt_at(g, i);
    const struct trace_message *m = trace_message_at(g, r->message);
    const double from = isnan(r->sent) ? m->time : r->sent;
    const double way = (isnan(r->arrived) ? r->time : r->arrived) - from;
    if (!r->binds || isnan(m->bytes) || !(way > 0) || m->actor == r->actor)
      continue;
    s.n++;
    s.x += m->bytes;
    s.y += way;
    s.xx += m->bytes * m->bytes;
    s.xy += m->bytes * way;
  }
  const double spread = s.n * s.xx - s.x * s.x;
  if (!(spread > 0))
    return;
  x->per_byte = fmax(0, (s.n * s.xy - s.x * s.y) / spread);
  x->latency = fmax(0, (s.y - x->per_byte * s.x) / s.n);
}

/* Return what is gained where the message of "r", created by "from", is divided
 * into the best number of parts, which goes to "*parts". */
static double divided(const struct trace_expert *x,
                      const struct trace_receipt *r,
                      const struct trace_task *from, size_t *parts) {
  const struct trace_graph *g = x->walk->graph;
  const struct trace_message *m = trace_message_at(g, r->message);
  const struct trace_task *to = trace_task_at(g, r->task);
  const struct lcm_handover h = {.make = m->time - from->begin,
                                 .use = to->end - to->begin,
                                 .send = x->cost / 2,
                                 .receive = x->cost / 2,
                                 .latency = x->latency,
                                 .transfer = x->per_byte * m->bytes};
  *parts = 1;
  if (!(h.transfer > h.latency))
    return 0;
  *parts = lcm_handover_parts(&h, PARTS);
  return fmin(r->waited,
              lcm_handover_time(&h, 1) - lcm_handover_time(&h, (double)*parts));
}

/* Look at the message of "r", for which its actor had to wait: it is sent at
 * the end of what creates it, or takes long. */
static void look(struct trace_expert *x, const struct trace_receipt *r) {
  const struct trace_graph *g = x->walk->graph;
  const struct trace_message *m = trace_message_at(g, r->message);
  if (!(r->waited > 0) || m->task == TRACE_NONE || r->task == TRACE_NONE)
    return;
  const struct trace_task *from = trace_task_at(g, m->task);
  const double earlier = m->time - from->begin;
  const double rest = from->end - m->time;
  size_t parts = 1;
  const double tail =
      rest <= TAIL * (from->end - from->begin) ? fmin(r->waited, earlier) : 0;
  const double pipe = divided(x, r, from, &parts);
  if (pipe > tail)
    trace_remark_add(
        x, &(struct trace_remark){
               .id = "pipelining",
               .name =
                   x->walk->log->names.at[trace_task_at(g, r->task)->name].text,
               .gain = pipe,
               .numbers = {1, m->bytes, (double)parts}});
  else
    trace_remark_add(x, &(struct trace_remark){
                            .id = "tail-end",
                            .name = x->walk->log->names.at[from->name].text,
                            .gain = tail,
                            .numbers = {1, 0, 0}});
}

void trace_expert_wait(struct trace_expert *x, uint32_t phase) {
  const double begin = x->phases->begin[phase];
  const double end =
      phase + 1 < x->phases->n ? x->phases->begin[phase + 1] : HUGE_VAL;
  for (; x->link < x->chain->links.n; x->link++) {
    const struct trace_link *link = &x->chain->links.at[x->link];
    if (link->begin > end)
      break;
    if (link->receipt != TRACE_NONE && link->begin > begin)
      look(x, trace_receipt_at(x->walk->graph, link->receipt));
  }
}
