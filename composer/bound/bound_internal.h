#pragma once

#include "composer/bound/internal.h"

/* Return the "n" values "given" and those of the params that have one, with
 * room for a few more. */
lcm_bound_names_list lcm_bound_env(lcm_bound *bound, const lcm_binding *given,
                                   size_t n);
