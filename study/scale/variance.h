/* Which coefficients the uncertainty of a prediction comes from. */
#pragma once

#include "study/scale/scaling.h"

/* Put the shares of the variance of the time of "point" into "*out"; return how
 * many there are. */
size_t lcm_scaling_variance(const struct lcm_variance_share **out,
                            struct lcm_scaling *s, const lcm_prediction *from,
                            size_t point);
