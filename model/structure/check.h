/* The invariants of a program. */
#pragma once

#include "model/structure/program.h"

/* Check all invariants of "program"; each breach is a diagnostic. */
LCM_NODISCARD lcm_status lcm_program_check(lcm_ctx *ctx,
                                           const lcm_program *program);
