/* Races of a program as diagnostics. */
#pragma once

#include "model/edit/race/types.h"

/* Report each race of "races": diagnostic "race". */
void lcm_races_report(lcm_ctx *ctx, const struct lcm_races *races);

/* Find the races of "program" and report them. */
void lcm_races_check(lcm_ctx *ctx, const lcm_program *program);
