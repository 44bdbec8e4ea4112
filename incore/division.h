/* Divisions and square roots, of which a core does one at a time. */
#pragma once

#include "base/buf.h"
#include "incore/types.h"

/* Add "share" of the divisions and square roots of "instr" to "out". */
void lcm_division_count(struct lcm_asm_divisions *out,
                        const struct lcm_asm_instr *instr, double share);

/* Append "instr", or in place of a division or square root something that reads
 * and writes the same and is done at once. */
void lcm_division_put(lcm_buf *buf, const struct lcm_asm_instr *instr);
