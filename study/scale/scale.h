/* how a program scales */
#pragma once

#include "study/scale/measured.h"
#include "study/scale/types.h"

/* Predict how "program" scales over "grid" into "*out".  What makes no sense in
 * "what" is a diagnostic "usage" and LCM_EUSAGE. */
LCM_NODISCARD lcm_status lcm_scale(const lcm_scalability **out, lcm_ctx *ctx,
                                   const lcm_program *program,
                                   const lcm_grid *grid,
                                   const struct lcm_predict_options *options,
                                   const struct lcm_scale_options *what);
