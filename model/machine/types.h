/* Machine descriptions (lcm-machine/1). */
#pragma once

#include "model/structure/structure.h"

/* Most levels of a hierarchy. */
enum { LCM_MAX_LEVELS = 8 };

/* A level of the memory hierarchy. */
struct lcm_level {
  const char *name; /* "L1", "L2", "memory" */
  double size;      /* bytes of one; infinity for memory */
  double shared_by; /* cores that share one */
  /* core, socket: bytes a second of one core and of one socket; infinity when
   * not given */
  double core;
  double socket;
  /* seconds of an access at a place that nobody foresees, where the next one
   * waits for what it finds, and where it does not; 0 when not given */
  double latency;
  double gather;
};

/* Where the members of a team are: SPREAD over the sockets, as many on each, or
 * CLOSE together, a socket being filled before the next. */
enum lcm_placement { LCM_PLACE_SPREAD, LCM_PLACE_CLOSE };

/* A cost: an expression in seconds over p, m, n (pure symbols), with whether
 * the description gives it or the default does. */
struct lcm_cost {
  const char *name;
  const lcm_expr *expr;
  bool given;
};

/* The OpenMP libraries whose schedules are known. */
typedef enum lcm_openmp { LCM_LIBGOMP, LCM_LIBOMP } lcm_openmp;

/* What a loop with schedule(runtime) does: the value of OMP_SCHEDULE. */
struct lcm_run_schedule {
  lcm_schedule kind; /* kind, chunk: (0: none given) */
  double chunk;
  bool monotonic; /* the modifier stands before it */
  bool given;     /* the description says so; else the library decides */
};

typedef struct lcm_machine {
  const char *name;
  const char *runtime;  /* "libgomp", "libomp", ... or "" */
  lcm_openmp openmp;    /* the one that "runtime" says; LIBGOMP without */
  const char *schedule; /* of schedule(runtime), as written, or "" */
  struct lcm_run_schedule run_schedule;
  double processors;     /* 0: not said */
  double clock;          /* cycles a second, in GHz; 0: not said */
  double line;           /* bytes of a line of the caches */
  bool lines_given;      /* the description says that */
  double tlb;            /* bytes whose pages a core has at hand; 0: all */
  double ranks_per_node; /* ranks that share an interface; 0: not said */
  double sockets;        /* at least 1 */
  enum lcm_placement placement;
  const struct lcm_level *levels;
  size_t n_levels;
  const lcm_resource *resources;
  size_t n_resources;
  const struct lcm_cost *costs;
  size_t n_costs;
} lcm_machine;
