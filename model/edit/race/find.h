/* Races of a program: accesses of parallel regions that different threads make
 * at the same time, for certain. */
#pragma once

#include "model/edit/race/types.h"

/* Put the races of all parallel regions of "program", names having the values
 * "given", into "*out". */
void lcm_races_find(struct lcm_races *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_race_given *given);
