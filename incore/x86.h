/* What instructions of x86-64 do. */
#pragma once

#include "incore/types.h"

/* Return the number from 0 to 15 of the general register "text" (%rax, %eax,
 * %r8d, ...) of "n" characters, whatever part of it is meant; -1 where it is
 * none. */
int lcm_x86_register(const char *text, size_t n);

/* Return whether "instr" does not write its last operand. */
bool lcm_x86_only_reads(const struct lcm_asm_instr *instr);

/* Put what one iteration of "loop", whose instructions are known, does into its
 * facts. */
void lcm_x86_facts(struct lcm_asm_loop *loop, lcm_ctx *ctx);
