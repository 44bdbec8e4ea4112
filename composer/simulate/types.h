/* Simulation of a structure in discrete events (docs/theory/simulation.md). */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* How to simulate; zeros are defaults. */
struct lcm_simulate_options {
  const lcm_machine *machine; /* of programs; NULL: lcm_machine_default */
  double processors;          /* of programs; 0: the value of p, or 1 */
  uint64_t seed;              /* of random quantities and of random ties */
  /* what happens at the same instant happens in any order */
  bool random_ties;
  /* a request that can be met does not wait for earlier ones that cannot */
  bool overtake;
  /* most visits of a use of a resource with a service time: longer visits for
   * fewer events; 0: as many as there are */
  double visits;
  /* replications go on until the interval of the mean is not wider than this
   * fraction of it to each side; 0: 0.01 */
  double precision;
  double level; /* of that interval; 0: 0.90 */
  /* least, most: replications of a random model; 0: 10 and 10000 */
  size_t least;
  size_t most;
  /* room for the times of "most" replications; NULL: only their mean is asked
   * for */
  double *times;
  unsigned long long max_events; /* in all; 0: 10^9 */
  size_t max_processes;          /* at a time; 0: 2^21 */
  /* keep the schedule of the first replication */
  bool schedule;
  bool nesting_off; /* nested teams have one member */
};

/* What a process does in a piece of a schedule. */
enum lcm_activity {
  LCM_ACTIVITY_COMPUTE, /* a delay, or the cost of a fragment */
  LCM_ACTIVITY_USE,     /* a resource */
  LCM_ACTIVITY_QUEUE,   /* wait for a resource */
  LCM_ACTIVITY_WAIT,    /* wait for a condition */
  LCM_ACTIVITY_MESSAGE  /* the cost of a message, or of data that moves */
};

/* A piece of a schedule. */
struct lcm_activity_span {
  size_t process; /* number of the process: index in lcm_timeline.processes */
  enum lcm_activity activity;
  /* the resource or condition with its subscripts; NULL: none */
  const char *what;
  const lcm_node *node; /* that was executed; function the one it stands in */
  double start;
  double end;
};

/* A process of a schedule. */
struct lcm_timeline_process {
  const char *name; /* such as "p = 3" or "p = 3, 2" */
  /* number of the process that made it; itself for the first */
  size_t parent;
  double start; /* start, end: of its life */
  double end;
  /* begun, ended: place of its start and end in the order of all that
   * happened */
  size_t begun;
  size_t ended;
};

/* A process that waits for a condition which another makes true: a message. */
struct lcm_message {
  const char *what; /* the condition with its subscripts */
  size_t from;      /* from, sent: who signalled it, and when */
  double sent;
  size_t signalled; /* its place in the order */
  size_t to;        /* to, asked: who waited for it, and since when */
  double asked;
  size_t waited; /* its place in it */
};

/* What happened in a simulation; messages in the order in which they were
 * asked for. */
typedef struct lcm_timeline {
  const struct lcm_timeline_process *processes;
  size_t n_processes;
  const struct lcm_activity_span *spans;
  size_t n_spans;
  bool cut; /* there are more spans */
  const struct lcm_message *messages;
  size_t n_messages;
  /* what ranks received that waited for it: "asked" is when it came */
  const struct lcm_message *received;
  size_t n_received;
} lcm_timeline;

/* The outcome of a simulation. */
struct lcm_simulation {
  struct lcm_simulate_result result; /* for lcm_point */
  unsigned long long events;         /* in all replications */
  const lcm_timeline *schedule;      /* NULL unless asked for */
};
