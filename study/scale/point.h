/* Speedup, efficiency and its factors at a point. */
#pragma once

#include "study/scale/scaling.h"

/* Put what is known of the points that "prediction" is of into "points". */
LCM_NODISCARD lcm_status lcm_scaling_points(struct lcm_scale_point *points,
                                            struct lcm_scaling *s,
                                            const lcm_prediction *prediction);

/* Set all of "point" that follows from its p, time and time on one processor
 * alone. */
void lcm_scale_derive(struct lcm_scale_point *point);

/* Set the factors and the efficiencies of "point" by what the run has spent,
 * and what one processor does; "alone.time" is NaN where that is not known. */
void lcm_scale_attribute(struct lcm_scale_point *point, struct lcm_spent run,
                         struct lcm_spent alone);
