/* The order of processes, and room for the queue of events. */
#include "simulator/queue.h"

#include "base/list.h"

void lcm_sim_tell(lcm_sim *sim, const lcm_process *process,
                  enum lcm_span_kind kind, lcm_sim_index index, double start,
                  double end) {
  const struct lcm_span span = {process, kind, index, start, end};
  if (end > start)
    sim->options.trace(sim->options.trace_user, &span);
}

void lcm_sim_queue_grow(lcm_sim *sim, struct sim_queue *queue) {
  queue->at =
      lcm_list_grow(sim->arena, queue->at, &queue->cap, sizeof *queue->at);
}

bool lcm_process_before(const lcm_process *a, const lcm_process *b) {
  const lcm_process *const first = a;
  const lcm_process *const second = b;
  if (a == b)
    return false;
  while (a->depth > b->depth)
    a = a->parent;
  while (b->depth > a->depth)
    b = b->parent;
  if (a == b)
    return first->depth < second->depth;
  while (a->parent != b->parent) {
    a = a->parent;
    b = b->parent;
  }
  return a->index != b->index ? a->index < b->index : a->slot < b->slot;
}
