/* Gradients of times. */
#pragma once

#include "composer/predict/internal.h"

/* Let lcm_predictor_point note from now on in which directions of its
 * coefficients the time of "p" can change. */
void lcm_predictor_slopes(struct lcm_predictor *p);

/* Set the gradient of the time of "point", number "i", which was executed last,
 * and what follows from it. */
LCM_NODISCARD lcm_status lcm_predictor_interval(struct lcm_predictor *p,
                                                lcm_point *point, size_t i);
