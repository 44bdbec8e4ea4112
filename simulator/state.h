/* What the files of the kernel say to each other. */
#pragma once

#include "simulator/random.h"
#include "simulator/simulator.h"

enum { LCM_SLAB_BITS = 10, LCM_SLAB = 1 << LCM_SLAB_BITS };

/* What a process is doing. */
enum sim_state {
  SIM_FREE,    /* no process */
  SIM_RUNNING, /* it is its turn */
  SIM_READY,   /* scheduled, to be stepped */
  SIM_HOLDING, /* scheduled, at the end of a visit */
  SIM_SHARING, /* using a shared resource */
  SIM_QUEUED,  /* waiting for resources, then goes on */
  SIM_VISITOR, /* waiting for resources, then makes a visit */
  SIM_WAITING, /* for a condition */
  SIM_JOINING, /* for its children */
  SIM_BLOCKED  /* for its owner */
};

/* An entry of an event queue: the turn of the process in "slot", unless its
 * stamp is another by now. */
struct sim_event {
  double time;
  uint64_t rank;
  uint32_t slot;
  uint32_t stamp;
};

/* A heap of events in which each has four below it. */
struct sim_queue {
  struct sim_event *at;
  size_t n;
  size_t cap;
};

/* A claim of "process", in the queue of its resource while it waits. */
struct sim_link {
  struct sim_link *next;
  struct sim_link *previous;
  lcm_process *process;
  struct lcm_claim claim;
};

/* rank, room  place in the order of creation, and what is left of it for
 *             descendants
 * time    to which it is scheduled, or since when it waits
 * slice   time of a visit; last: of the last one; visits: left
 * links   its "n_links" claims: "link" or room for "links_cap"
 * next    of those waiting for a condition, or free
 * arrival number of its request, in the order of all
 * shares  how often it began or ended to use a shared resource */
struct lcm_process {
  uint64_t rank;
  uint64_t room;
  lcm_process *parent;
  uint32_t slot;
  uint32_t stamp;
  uint32_t depth;
  uint32_t children;
  size_t index;
  enum sim_state state;
  uint32_t n_links;
  uint32_t links_cap;
  double time;
  double slice;
  double last;
  double visits;
  struct sim_link link;
  struct sim_link *links;
  lcm_process *next;
  uint64_t arrival;
  lcm_sim_index condition;
  uint32_t shares;
};

/* A resource: units free, who waits.  Of a shared one: its users by the
 * virtual time at which they will have been served, the virtual time "served"
 * at "since", and the user whose end is scheduled. */
struct sim_resource {
  int64_t free;
  int64_t units;
  struct sim_link *first;
  struct sim_link *last;
  double service;
  double capacity;
  bool shared;
  bool dirty;
  struct sim_queue users;
  size_t n_users;
  double served;
  double since;
  lcm_process *leaving;
};

struct sim_condition {
  bool on;
  lcm_process *first;
  lcm_process *last;
};

/* hole     the first event of the queue is the one whose turn it is
 * at_once  who can be met is met at once, not at the end of the instant
 * dirty    resources whose queues may hold somebody that can be met */
struct lcm_sim {
  double now;
  bool hole;
  bool at_once;
  bool stopped;
  bool spent;
  enum lcm_ties ties;
  struct sim_queue queue;
  unsigned char **slabs;
  size_t stride;
  size_t n_slots;
  size_t slabs_cap;
  unsigned long long events;
  unsigned long long max_events;
  uint64_t serial;
  lcm_process *free;
  size_t live;
  struct sim_resource *resources;
  size_t n_resources;
  size_t resources_cap;
  struct sim_condition *conditions;
  size_t n_conditions;
  size_t conditions_cap;
  lcm_sim_index *dirty;
  size_t n_dirty;
  size_t dirty_cap;
  lcm_arena *arena;
  struct lcm_sim_options options;
  struct lcm_random random;
};

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
