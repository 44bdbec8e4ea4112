/* Measured communication of data that no longer move. */
#pragma once

#include "model/machine/machine.h"
#include "model/structure/structure.h"

/* Return "program" without the communication loss that models were measured
 * with (`measured ... moves=`) and that is not there in it: the share of the
 * data of which nothing moves between processors, and all of it on one; and
 * without the resource contention that "machine" (NULL: none) says these data
 * caused.  Nodes whose models have less say so. */
const lcm_program *lcm_program_unmoved(lcm_ctx *ctx, const lcm_program *program,
                                       const lcm_machine *machine);
