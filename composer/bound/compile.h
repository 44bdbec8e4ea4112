/* The equations over start times of a model as a function in C. */
#pragma once

#include "model/structure/structure.h"

/* Return a C program text with `double lcm_time(double NAME, ...)`, whose
 * arguments are the params of "program" in their order: the critical path of
 * the model, signals and waits included, found by evaluating its equations (van
 * Gemund 1996, 5.4.1).  NULL where it cannot be, why in "*reason", where in
 * "*at". */
LCM_GIVE char *lcm_bound_compile(const char **reason, lcm_loc *at, lcm_ctx *ctx,
                                 const lcm_program *program);
