/* Simulation of a structure in discrete events (docs/theory/simulation.md). */
#pragma once

#include <stdint.h>

#include "model/machine/machine.h"
#include "model/results/results.h"
#include "model/structure/structure.h"

/* How to simulate; zeros are defaults.
 * machine       of programs; NULL: lcm_machine_default
 * processors    of programs; 0: the value of p, or 1
 * seed          of random quantities and of random ties
 * random_ties   what happens at the same instant happens in any order
 * overtake      a request that can be met does not wait for earlier ones that
 *               cannot
 * visits        most visits of a use of a resource with a service time: longer
 *               visits for fewer events; 0: as many as there are
 * precision     replications go on until the interval of the mean is not wider
 *               than this fraction of it to each side; 0: 0.01
 * level         of that interval; 0: 0.90
 * least, most   replications of a random model; 0: 10 and 10000
 * max_events    in all; 0: 10^9
 * max_processes at a time; 0: 2^21
 * schedule      keep the schedule of the first replication
 * nesting_off   nested teams have one member */
struct lcm_simulate_options {
  const lcm_machine *machine;
  double processors;
  uint64_t seed;
  bool random_ties;
  bool overtake;
  double visits;
  double precision;
  double level;
  size_t least;
  size_t most;
  unsigned long long max_events;
  size_t max_processes;
  bool schedule;
  bool nesting_off;
};

/* What a process does in a piece of a schedule. */
enum lcm_activity {
  LCM_ACTIVITY_COMPUTE, /* a delay, or the cost of a fragment */
  LCM_ACTIVITY_USE,     /* a resource */
  LCM_ACTIVITY_QUEUE,   /* wait for a resource */
  LCM_ACTIVITY_WAIT     /* wait for a condition */
};

/* A piece of a schedule.
 * process   number of the process: index in lcm_timeline.processes
 * what      the resource or condition with its subscripts; NULL: none
 * node      that was executed; function the one it stands in */
struct lcm_activity_span {
  size_t process;
  enum lcm_activity activity;
  const char *what;
  const lcm_node *node;
  double start;
  double end;
};

/* A process of a schedule.
 * name    such as "p = 3" or "p = 3, 2"
 * parent  number of the process that made it; itself for the first
 * start, end   of its life
 * begun, ended   place of its start and end in the order of all that happened
 */
struct lcm_timeline_process {
  const char *name;
  size_t parent;
  double start;
  double end;
  size_t begun;
  size_t ended;
};

/* A process that waits for a condition which another makes true: a message.
 * what   the condition with its subscripts
 * from, sent    who signalled it, and when; signalled: its place in the order
 * to, asked     who waited for it, and since when; waited: its place in it */
struct lcm_message {
  const char *what;
  size_t from;
  double sent;
  size_t signalled;
  size_t to;
  double asked;
  size_t waited;
};

/* What happened in a simulation; messages in the order in which they were
 * asked for. */
typedef struct lcm_timeline {
  const struct lcm_timeline_process *processes;
  size_t n_processes;
  const struct lcm_activity_span *spans;
  size_t n_spans;
  const struct lcm_message *messages;
  size_t n_messages;
} lcm_timeline;

/* The outcome of a simulation.
 * result    for lcm_point
 * events    in all replications
 * schedule  NULL unless asked for */
struct lcm_simulation {
  struct lcm_simulate_result result;
  unsigned long long events;
  const lcm_timeline *schedule;
};
