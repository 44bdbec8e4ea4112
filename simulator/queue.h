/* The queue of events, and what is put into it: turns of processes in the order
 * of time and rank. */
#pragma once

#include "simulator/state.h"

/* Return whether process "a" comes before "b" in the order of creation; their
 * ranks are equal. */
bool lcm_process_before(const lcm_process *a, const lcm_process *b);

/* Return the process in "slot". */
static inline lcm_process *sim_process(const lcm_sim *sim, uint32_t slot) {
  return (lcm_process *)(void *)(sim->slabs[slot >> LCM_SLAB_BITS] +
                                 sim->stride * (slot & (LCM_SLAB - 1)));
}

/* Return whether event "a" comes before "b". */
static inline bool sim_before(const lcm_sim *sim, const struct sim_event *a,
                              const struct sim_event *b) {
  if (a->time != b->time)
    return a->time < b->time;
  if (a->rank != b->rank)
    return a->rank < b->rank;
  return lcm_process_before(sim_process(sim, a->slot),
                            sim_process(sim, b->slot));
}

/* Put "event" into place "i" of "queue", which is vacant, or below it. */
static inline void sim_queue_sink(const lcm_sim *sim, struct sim_queue *queue,
                                  size_t i, struct sim_event event) {
  struct sim_event *at = queue->at;
  for (;;) {
    size_t best = 4 * i + 1;
    if (best >= queue->n)
      break;
    const size_t end = best + 4 < queue->n ? best + 4 : queue->n;
    for (size_t k = best + 1; k < end; k++)
      if (sim_before(sim, &at[k], &at[best]))
        best = k;
    if (!sim_before(sim, &at[best], &event))
      break;
    at[i] = at[best];
    i = best;
  }
  at[i] = event;
}

/* Double the room of "queue". */
void lcm_sim_queue_grow(lcm_sim *sim, struct sim_queue *queue);

/* Add "event" to "queue". */
static inline void sim_queue_push(lcm_sim *sim, struct sim_queue *queue,
                                  struct sim_event event) {
  if (queue->n == queue->cap)
    lcm_sim_queue_grow(sim, queue);
  size_t i = queue->n++;
  while (i && sim_before(sim, &event, &queue->at[(i - 1) / 4])) {
    queue->at[i] = queue->at[(i - 1) / 4];
    i = (i - 1) / 4;
  }
  queue->at[i] = event;
}

/* Take the first event from "queue". */
static inline void sim_queue_pop(const lcm_sim *sim, struct sim_queue *queue) {
  queue->n--;
  if (queue->n)
    sim_queue_sink(sim, queue, 0, queue->at[queue->n]);
}

/* Take the event whose turn it is from the queue, if it is still there. */
static inline void sim_close(lcm_sim *sim) {
  if (sim->hole)
    sim_queue_pop(sim, &sim->queue);
  sim->hole = false;
}

/* Return the rank of what is scheduled for "process" now. */
static inline uint64_t sim_rank(lcm_sim *sim, const lcm_process *process) {
  if (sim->ties == LCM_TIES_CREATION)
    return process->rank;
  return sim->ties == LCM_TIES_SCHEDULED ? ++sim->serial
                                         : lcm_random_bits(&sim->random);
}

/* Schedule "process" at "time", in "state" until then. */
static inline void sim_schedule(lcm_sim *sim, lcm_process *process, double time,
                                enum sim_state state) {
  const struct sim_event event = {time, sim_rank(sim, process), process->slot,
                                  process->stamp};
  process->state = state;
  process->time = time;
  if (sim->hole) {
    sim->hole = false;
    sim_queue_sink(sim, &sim->queue, 0, event);
  } else {
    sim_queue_push(sim, &sim->queue, event);
  }
}

/* Return whether more may happen at the present instant. */
static inline bool sim_more_now(const lcm_sim *sim) {
  const struct sim_event *at = sim->queue.at;
  const size_t first = sim->hole ? 1 : 0;
  const size_t end = sim->hole ? 5 : 1;
  for (size_t i = first; i < end && i < sim->queue.n; i++)
    if (!(at[i].time > sim->now))
      return true;
  return false;
}

/* Tell the owner of "sim" of a piece of the schedule. */
void lcm_sim_tell(lcm_sim *sim, const lcm_process *process,
                  enum lcm_span_kind kind, lcm_sim_index index, double start,
                  double end);

/* Record a piece of the schedule that is over now. */
static inline void sim_trace(lcm_sim *sim, const lcm_process *process,
                             enum lcm_span_kind kind, lcm_sim_index index,
                             double start) {
  if (sim->options.trace)
    lcm_sim_tell(sim, process, kind, index, start, sim->now);
}
