/* Innermost loops of functions in assembly. */
#pragma once

#include "incore/types.h"

/* Add the innermost loops of "function" to "out": their instructions in the
 * order of the text, without what they do.  None where a jump goes where a
 * table says, since then nobody knows what belongs to a loop. */
void lcm_asm_loops(lcm_asm_loop_list *out, lcm_ctx *ctx,
                   const struct lcm_asm_function *function);
