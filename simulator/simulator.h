/* A discrete-event kernel: processes that wait in virtual time, resources,
 * conditions.
 *
 * A process is a record.  When its time has come, the kernel calls the step
 * function, which runs it until it has to wait: a request below either is met
 * at once or leaves the process waiting, and then the step function returns.
 * What happens at the same instant happens in the order of creation of the
 * processes, depth first and left to right, unless another order is asked
 * for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct lcm_sim lcm_sim;
typedef struct lcm_process lcm_process;

/* Index of a resource or a condition, in the order in which they were made. */
typedef uint32_t lcm_sim_index;

/* Units of one resource. */
struct lcm_claim {
  lcm_sim_index resource;
  uint32_t units;
};

/* Who goes first at the same instant. */
enum lcm_ties {
  LCM_TIES_CREATION,  /* order of creation, depth first, left to right */
  LCM_TIES_SCHEDULED, /* who was scheduled first */
  LCM_TIES_RANDOM     /* drawn with the seed */
};

/* What a process waits for. */
enum lcm_waiting {
  LCM_WAITING_TIME,      /* scheduled, or busy with a resource */
  LCM_WAITING_RESOURCE,  /* in the queues of the resources it claims */
  LCM_WAITING_CONDITION, /* for a condition */
  LCM_WAITING_CHILDREN,  /* for its children to end */
  LCM_WAITING_OWNER,     /* for lcm_sim_wake */
  LCM_WAITING_NOTHING    /* it runs now */
};

/* What a schedule records. */
enum lcm_span_kind {
  LCM_SPAN_DELAY, /* a delay */
  LCM_SPAN_QUEUE, /* waiting for a resource */
  LCM_SPAN_HOLD,  /* use of a resource, one visit */
  LCM_SPAN_SHARE, /* use of a shared resource */
  LCM_SPAN_WAIT   /* waiting for a condition */
};

/* A piece of a schedule: "process" did "kind" from "start" to "end" with the
 * resource or condition "index". */
struct lcm_span {
  const lcm_process *process;
  enum lcm_span_kind kind;
  lcm_sim_index index;
  double start;
  double end;
};

/* How a simulation runs.
 * step      runs a process until it waits or ends
 * user      for the step function (lcm_sim_user)
 * extra     bytes of each process that belong to the step function
 * ties, seed   as above
 * overtake  a request that can be met does not wait for earlier ones that
 *           cannot
 * visits    a use makes at most so many visits, longer than the service time
 *           where need be; 0: no limit
 * max_events, max_processes   budgets; 0: none
 * trace     called for every piece of the schedule; NULL: none */
struct lcm_sim_options {
  void (*step)(lcm_sim *sim, lcm_process *process);
  void *user;
  size_t extra;
  enum lcm_ties ties;
  uint64_t seed;
  bool overtake;
  double visits;
  unsigned long long max_events;
  size_t max_processes;
  void (*trace)(void *user, const struct lcm_span *span);
  void *trace_user;
};

/* A resource.
 * units    how many; LCM_SIM_UNLIMITED: enough for all
 * service  time of one visit; 0: a use is one visit
 * shared   processor sharing: all that use it are served at the same time,
 *          and get equal parts where there are fewer units than users
 * capacity   of a shared one, in units that need not be whole; 0: its units */
struct lcm_sim_resource {
  int64_t units;
  double service;
  bool shared;
  double capacity;
};

#define LCM_SIM_UNLIMITED INT64_MAX

/* How a run ends. */
enum lcm_sim_end {
  LCM_SIM_DONE,     /* every process has ended */
  LCM_SIM_DEADLOCK, /* those left wait for one another */
  LCM_SIM_STOPPED,  /* by lcm_sim_stop */
  LCM_SIM_BUDGET    /* too many events or processes */
};

/* Return a new simulation at time 0; it and all its parts live in "arena". */
lcm_sim *lcm_sim_new(lcm_arena *arena, const struct lcm_sim_options *options);

/* Return what "options" gave, the present time, the number of events so far:
 * processes resumed and visits made. */
void *lcm_sim_user(const lcm_sim *sim);
double lcm_sim_time(const lcm_sim *sim);
unsigned long long lcm_sim_events(const lcm_sim *sim);

/* Make a resource or a condition; return its index. */
lcm_sim_index lcm_sim_add_resource(lcm_sim *sim, struct lcm_sim_resource what);
lcm_sim_index lcm_sim_add_condition(lcm_sim *sim);

/* Return how many resources, or conditions, there are. */
size_t lcm_sim_resources(const lcm_sim *sim);
size_t lcm_sim_conditions(const lcm_sim *sim);

/* ---- processes ----------------------------------------------------------- */

/* Return a new process that is child "index" of "n" children of "parent"
 * (NULL: of the simulation), scheduled now; NULL beyond the budget. */
lcm_process *lcm_sim_fork(lcm_sim *sim, lcm_process *parent, size_t index,
                          size_t n);

/* Return the part of "process" that belongs to the step function. */
void *lcm_process_extra(lcm_process *process);
const void *lcm_process_extra_of(const lcm_process *process);

/* Return the parent of "process", or NULL; its number among the children and
 * its depth. */
lcm_process *lcm_process_parent(const lcm_process *process);
size_t lcm_process_index(const lcm_process *process);
unsigned lcm_process_depth(const lcm_process *process);

/* Return a number for "process" that no other process alive has. */
uint32_t lcm_process_slot(const lcm_process *process);

/* Return whether "process" may go on: all its children have ended.  Else it
 * waits for them. */
bool lcm_sim_join(lcm_sim *sim, lcm_process *process);

/* End "process", which runs now. */
void lcm_sim_exit(lcm_sim *sim, lcm_process *process);

/* End "process", whatever it waits for; what it possesses stays taken. */
void lcm_sim_kill(lcm_sim *sim, lcm_process *process);

/* ---- waiting ------------------------------------------------------------- */

/* Let "process" wait for "time". */
void lcm_sim_delay(lcm_sim *sim, lcm_process *process, double time);

/* Let "process" wait for lcm_sim_wake. */
void lcm_sim_block(lcm_sim *sim, lcm_process *process);

/* Take "process" from whatever it waits for and resume it after "time". */
void lcm_sim_wake(lcm_sim *sim, lcm_process *process, double time);

/* Return whether "process" may go on, possessing the "n" claims (of different
 * resources) at "claims".  Else it waits for them and then goes on. */
bool lcm_sim_acquire(lcm_sim *sim, lcm_process *process,
                     const struct lcm_claim *claims, size_t n);

/* Give the units of the "n" claims at "claims" back, or add them. */
void lcm_sim_release(lcm_sim *sim, const struct lcm_claim *claims, size_t n);

/* Let "process" possess the "n" claims for "time" in all, in visits of their
 * service time, waiting in the queue before each.  One claim of one unit where
 * the resource is shared. */
void lcm_sim_use(lcm_sim *sim, lcm_process *process,
                 const struct lcm_claim *claims, size_t n, double time);

/* Return whether "condition" was signalled; else "process" waits for it. */
bool lcm_sim_wait(lcm_sim *sim, lcm_process *process, lcm_sim_index condition);

/* Signal "condition"; once for ever. */
void lcm_sim_signal(lcm_sim *sim, lcm_sim_index condition);

/* ---- running ------------------------------------------------------------- */

/* Run until no process can. */
enum lcm_sim_end lcm_sim_run(lcm_sim *sim);

/* Let lcm_sim_run return. */
void lcm_sim_stop(lcm_sim *sim);

/* Return whether a budget is spent. */
bool lcm_sim_is_spent(const lcm_sim *sim);

/* Return the process whose turn it is, and go to its time; NULL where there
 * is none.  For those who run processes by themselves. */
lcm_process *lcm_sim_next(lcm_sim *sim);

/* Return whether a process is scheduled, the first one at "*time". */
bool lcm_sim_peek(lcm_sim *sim, double *time);

/* Let the present time be 0. */
void lcm_sim_rebase(lcm_sim *sim);

/* ---- looking ------------------------------------------------------------- */

/* Return what "process" waits for: the index of the resource or condition in
 * "*index" (the first one it does not get, of several resources). */
enum lcm_waiting lcm_process_waits(const lcm_sim *sim,
                                   const lcm_process *process,
                                   lcm_sim_index *index);

/* Return since when "process" waits for it, or the time to which it is
 * scheduled. */
double lcm_process_time(const lcm_sim *sim, const lcm_process *process);

/* Return the units of "resource" that are free. */
int64_t lcm_sim_free_units(const lcm_sim *sim, lcm_sim_index resource);

/* Put the processes scheduled, in the order of their turns, into "*out"
 * (memory of the arena); return how many. */
size_t lcm_sim_scheduled(lcm_process ***out, lcm_sim *sim);

/* Return the process that is first in the queue of "resource", or NULL; how
 * many are in it. */
lcm_process *lcm_sim_first_queued(const lcm_sim *sim, lcm_sim_index resource);
size_t lcm_sim_queue_length(const lcm_sim *sim, lcm_sim_index resource);

/* As lcm_sim_scheduled, for those queued at "resource". */
size_t lcm_sim_queued(lcm_process ***out, lcm_sim *sim, lcm_sim_index resource);

/* As lcm_sim_scheduled, for all that wait for a resource, a condition or
 * their owner, in the order of creation. */
size_t lcm_sim_blocked(lcm_process ***out, lcm_sim *sim);
