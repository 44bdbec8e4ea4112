/* What instructions of x86-64 do. */
#pragma once

#include "incore/types.h"

/* Put what one iteration of "loop", whose instructions are known, does into its
 * facts. */
void lcm_x86_facts(struct lcm_asm_loop *loop, lcm_ctx *ctx);
