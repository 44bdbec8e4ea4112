/* Whether the parts of a program agree on coefficients. */
#pragma once

#include "model/structure/structure.h"

/* Report (diagnostic "coefficient-conflict") and return LCM_ESTRUCT where
 * functions of "program" give one coefficient several values: those of several
 * programs may be apart. */
LCM_NODISCARD lcm_status lcm_coefs_agree(lcm_ctx *ctx,
                                         const lcm_program *program);
