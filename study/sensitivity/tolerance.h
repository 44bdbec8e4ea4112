/* By how much a number may change until a time is so much more. */
#pragma once

#include "study/sensitivity/internal.h"

/* So many times as much, or as little, is tried. */
#define LCM_SENSITIVITY_FAR 1e3

/* Return the time at point "i" with "number" times "factor". */
double lcm_time_with(struct lcm_sensing *s, size_t i,
                     const struct lcm_number *number, double factor);

/* Put by how much "number" may change at point "i" until the time is "loss" of
 * it more into "point", which has the slope. */
void lcm_tolerance_find(struct lcm_influence_point *point,
                        struct lcm_sensing *s, size_t i,
                        const struct lcm_number *number, double loss);
