/* bounds by serialization analysis; decisions */
#pragma once

#include "composer/bound/build.h"
#include "composer/bound/compile.h"
#include "composer/bound/decide.h"
#include "composer/bound/terms/equation.h"
#include "composer/bound/terms/eval.h"
#include "composer/bound/types.h"

/* Begin the analysis of "program" into "*out" (memory of "ctx"); "options" may
 * be NULL.  LCM_EUSAGE, reported, where the program has no entry. */
LCM_NODISCARD lcm_status lcm_bound_new(lcm_bound **out, lcm_ctx *ctx,
                                       const lcm_program *program,
                                       const struct lcm_bound_options *options);

/* Put the bounds with the "n" values of "env" (params that are not among them
 * have their defaults) into "*out".  A program that is no model runs on p
 * processors, which are a resource, as locks and bandwidth are.  A structure
 * that has none is out->reason, not an error; a name without value, a negative
 * delay, a subscript out of range are reported. */
LCM_NODISCARD lcm_status lcm_bound_at(struct lcm_bound_result *out,
                                      lcm_bound *bound, const lcm_binding *env,
                                      size_t n);

/* Put the nodes of the model of "bound" into "*point", as they occur with the
 * "n" values of "env": their times, shares and critical path without
 * contention, waits for signals included; and the loads on its resources.
 * Nothing, and no diagnostic, where that cannot be said or takes too long. */
void lcm_bound_nodes(lcm_point *point, lcm_bound *bound, const lcm_binding *env,
                     size_t n);
