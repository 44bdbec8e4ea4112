/* Refining the size of a partition by its overhead and imbalance until a size
 * comes back (Roth et al. 2012). */
#pragma once

#include "study/scale/scaling.h"

/* Refine the partition that "s" asks for into "*out". */
LCM_NODISCARD lcm_status lcm_scaling_refine(struct lcm_refinement *out,
                                            struct lcm_scaling *s);
