/* Bounds of programs. */
#pragma once

#include "composer/bound/evaluation.h"
#include "composer/bound/types.h"

/* Return the value of the whole program of "bound", which is no model, with
 * the "n" values "env": processors, locks and bandwidth are resources. */
struct lcm_bound_value *lcm_bound_program(struct lcm_bound_run *run,
                                          lcm_bound *bound,
                                          const lcm_binding *env, size_t n);
