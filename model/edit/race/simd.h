/* Loops under `simd` whose iterations use what others leave behind. */
#pragma once

#include "model/structure/structure.h"

/* Return whether "program" has loops under `simd` that no threads divide. */
bool lcm_simd_is_in(const lcm_program *program);

/* Find such loops of "looked", which is "*program" as it is analysed with all
 * loops kept (LCM_KEEP_LOOPS), report the races of their iterations (diagnostic
 * "race"), and let "*program" say what was found as well. */
void lcm_simd_check(const lcm_program **program, lcm_ctx *ctx,
                    const lcm_program *looked);
