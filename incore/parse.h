/* Assembly as text becomes functions and instructions. */
#pragma once

#include "incore/types.h"

/* Read the assembly "text" (AT&T syntax, as gcc and clang write it for x86-64)
 * into "*out".  What is not understood is passed over. */
void lcm_asm_parse(struct lcm_asm *out, lcm_ctx *ctx, const char *text);

/* Return the number of bytes of the vector register "operand", 0 where it is
 * none. */
unsigned lcm_asm_vector_bytes(const char *operand);
