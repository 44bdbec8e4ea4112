/* The closed form of a program. */
#pragma once

#include "composer/bound/types.h"

/* Return the closed form (made when it is first asked for, then kept).  It is
 * given up, with a reason, where it takes too many steps or too much memory. */
const struct lcm_bound_form *lcm_bound_form_of(lcm_bound *bound);

/* Return the program of "bound" without contention, with the same bound
 * (algorithm 3.1 of van Gemund 1996); NULL where there is none, why in
 * "*reason", where in "*at". */
const lcm_program *lcm_bound_serialized(const char **reason, lcm_loc *at,
                                        lcm_bound *bound);
