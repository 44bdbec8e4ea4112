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

/* How a simulation runs. */
struct lcm_sim_options {
  /* runs a process until it waits or ends */
  void (*step)(lcm_sim *sim, lcm_process *process);
  void *user;   /* for the step function (lcm_sim_user) */
  size_t extra; /* bytes of each process that belong to the step function */
  enum lcm_ties ties;
  uint64_t seed; /* of LCM_TIES_RANDOM */
  /* a request that can be met does not wait for earlier ones that cannot */
  bool overtake;
  /* a use makes at most so many visits, longer than the service time where need
   * be; 0: no limit */
  double visits;
  unsigned long long max_events; /* budgets; 0: none */
  size_t max_processes;
  /* called for every piece of the schedule; NULL: none */
  void (*trace)(void *user, const struct lcm_span *span);
  void *trace_user;
};

/* A resource. */
struct lcm_sim_resource {
  int64_t units;  /* how many; LCM_SIM_UNLIMITED: enough for all */
  double service; /* time of one visit; 0: a use is one visit */
  /* processor sharing: all that use it are served at the same time, and get
   * equal parts where there are fewer units than users */
  bool shared;
  /* of a shared one, in units that need not be whole; 0: its units */
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
