/* Where resources begin to bind. */
#pragma once

#include "composer/bound/types.h"

/* Put into "*out" ("*n" of them) from which value of each param that counts
 * something on each resource binds, the other params being as for lcm_bound_at:
 * where its demand is the critical path.  What is not found within a number of
 * steps is left out. */
LCM_NODISCARD lcm_status
lcm_bound_saturations(const struct lcm_saturation **out, size_t *n,
                      lcm_bound *bound, const lcm_binding *env, size_t n_env);
