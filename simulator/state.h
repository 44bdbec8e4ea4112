/* The state of a simulation: its processes, resources, conditions, events. */
#pragma once

#include "simulator/random.h"
#include "simulator/types.h"

enum { LCM_SLAB_BITS = 6, LCM_SLAB = 1 << LCM_SLAB_BITS };

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
 *             descendants */
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
  double time;   /* to which it is scheduled, or since when it waits */
  double slice;  /* time of a visit */
  double last;   /* of the last one */
  double visits; /* left */
  struct sim_link link;
  /* its "n_links" claims: "link" or room for "links_cap" */
  struct sim_link *links;
  lcm_process *next; /* of those waiting for a condition, or free */
  uint64_t arrival;  /* number of its request, in the order of all */
  lcm_sim_index condition;
  uint32_t shares; /* how often it began or ended to use a shared resource */
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

/* hole     the first event of the queue is the one whose turn it is */
struct lcm_sim {
  double now;
  bool hole;
  /* who can be met is met at once, not at the end of the instant */
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
  /* resources whose queues may hold somebody that can be met */
  lcm_sim_index *dirty;
  size_t n_dirty;
  size_t dirty_cap;
  lcm_arena *arena;
  struct lcm_sim_options options;
  struct lcm_random random;
};
