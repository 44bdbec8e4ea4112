/* descriptions of machines and their calibration */
#pragma once

#include "model/machine/calibration.h"
#include "model/machine/calibration_solve.h"
#include "model/machine/estimate.h"
#include "model/machine/json.h"
#include "model/machine/types.h"

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

/* Return the seconds of a cycle of "machine"; 0 where the clock is not said. */
double lcm_machine_cycle(const lcm_machine *machine);

/* Return whether "node" computes for its cycles on "machine": they and the
 * clock are known. */
bool lcm_machine_times_cycles(const lcm_machine *machine, const lcm_node *node);

/* Return the outermost level whose bandwidth is given, or NULL. */
const struct lcm_level *lcm_machine_memory(const lcm_machine *machine);

/* Return whether "machine" has a level of which the size is known. */
bool lcm_machine_has_caches(const lcm_machine *machine);

/* Return whether "machine" says how long accesses take that nobody foresees. */
bool lcm_machine_has_gather(const lcm_machine *machine);

/* Return whether "machine" says how long any slow accesses (lcm_slow) take. */
bool lcm_machine_has_slow(const lcm_machine *machine);

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
