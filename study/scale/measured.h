/* How a program scales according to measurements. */
#pragma once

#include "study/scale/types.h"

/* Say into "*out" how what was measured scales: of runs of equal variables the
 * value that they cluster around. */
LCM_NODISCARD lcm_status lcm_scale_measured(const lcm_scalability **out,
                                            lcm_ctx *ctx,
                                            const lcm_measurements *all);
