/* Machine descriptions (lcm-machine/1). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/structure/structure.h"

/* Most levels of a hierarchy. */
enum { LCM_MAX_LEVELS = 8 };

/* A level of the memory hierarchy.
 * name       "L1", "L2", "memory"
 * size       bytes of one; infinity for memory
 * shared_by  cores that share one
 * core, socket   bytes a second of one core and of one socket; infinity when
 *            not given */
struct lcm_level {
  const char *name;
  double size;
  double shared_by;
  double core;
  double socket;
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

/* What a loop with schedule(runtime) does: the value of OMP_SCHEDULE.
 * kind, chunk   (0: none given)
 * monotonic     the modifier stands before it
 * given         the description says so; else the library decides */
struct lcm_run_schedule {
  lcm_schedule kind;
  double chunk;
  bool monotonic;
  bool given;
};

typedef struct lcm_machine {
  const char *name;
  const char *runtime;  /* "libgomp", "libomp", ... or "" */
  lcm_openmp openmp;    /* the one that "runtime" says; LIBGOMP without */
  const char *schedule; /* of schedule(runtime), as written, or "" */
  struct lcm_run_schedule run_schedule;
  double processors;     /* 0: not said */
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

/* Return what schedule(runtime) is in "openmp" where OMP_SCHEDULE is not
 * set. */
struct lcm_run_schedule lcm_openmp_run_schedule(lcm_openmp openmp);

/* Return the built-in default description: documented, zero overheads except
 * `flop` and `byte`, so that results speak of the structure alone. */
const lcm_machine *lcm_machine_default(lcm_ctx *ctx);

/* Read the description in the "len" bytes of JSON at "text", named "file" in
 * diagnostics, into "*out".  What is missing is taken from the default (note
 * "machine-default"); unknown keys are warned about once and kept. */
LCM_NODISCARD lcm_status lcm_machine_parse(const lcm_machine **out,
                                           lcm_ctx *ctx, const char *file,
                                           const char *text, size_t len);

/* Return the outermost level whose bandwidth is given, or NULL. */
const struct lcm_level *lcm_machine_memory(const lcm_machine *machine);

/* Return whether "machine" has a level of which the size is known. */
bool lcm_machine_has_caches(const lcm_machine *machine);

/* Return how many cores a socket of "machine" has; infinity where that is not
 * known. */
double lcm_machine_cores(const lcm_machine *machine);

/* Return the number of the socket on which member "i" is. */
size_t lcm_machine_socket(const lcm_machine *machine, size_t i);

/* Return the cost called "name" (fork, barrier, transfer, MPI_Allreduce, ..),
 * or NULL when neither the description nor the default has it. */
const struct lcm_cost *lcm_machine_cost(const lcm_machine *machine,
                                        const char *name);

/* Return the value of the name "machine.<path>" ("machine.flop" in s/flop,
 * "machine.memory.bandwidth" in byte/s) with its dimension, or NULL. */
const lcm_expr *lcm_machine_name(lcm_ctx *ctx, const lcm_machine *machine,
                                 const char *name);

/* Return the dimension of the name "name", which begins with "machine.". */
lcm_dim lcm_machine_dim(const char *name);
