/* Lint of a model: unused names, possession without end, deadlocks. */
#pragma once

#include "model/structure/structure.h"

/* Check the model "program": names that nothing uses, possession without end,
 * waits that nothing ends, and, with the defaults of its params, values out of
 * their domains and deadlocks.  What is found is reported. */
lcm_status lcm_check_model(lcm_ctx *ctx, const lcm_program *program);
