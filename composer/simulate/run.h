/* Simulating a program. */
#pragma once

#include "composer/simulate/types.h"

/* Simulate "program" with the "n" values of "env" (params that are not among
 * them have their defaults) into "*out".  A name without a value, a negative
 * delay, a subscript out of range, a deadlock, a spent budget: a diagnostic at
 * its place, and no result. */
LCM_NODISCARD lcm_status
lcm_simulate(struct lcm_simulation *out, lcm_ctx *ctx,
             const lcm_program *program, const lcm_binding *env, size_t n,
             const struct lcm_simulate_options *options);
