/* Finishing a program: bare groups are dropped, nodes numbered, all checked. */
#pragma once

#include "model/structure/program.h"

/* Number the nodes of every function, drop groups of one child that carry
 * nothing, sort functions by key, and check every invariant
 * (lcm_program_check). "program" is changed in place. */
LCM_NODISCARD lcm_status lcm_program_finish(lcm_ctx *ctx, lcm_program *program);

/* Number the nodes of "function" anew; it is changed in place, nodes that have
 * a number are not. */
void lcm_function_number(lcm_ctx *ctx, lcm_function *function);
