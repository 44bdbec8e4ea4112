/* Points by the closed form. */
#pragma once

#include "composer/predict/internal.h"

/* Put what the closed form says of the points of the grid into "points" where
 * it holds, and whether it does into "holds".  Times, categories, gradient,
 * span and bound are set, not what the engine alone knows. */
void lcm_predictor_fill(struct lcm_predictor *p, lcm_point *points,
                        bool *holds);

/* Check that the closed form gives at point "i" what the engine did. */
LCM_NODISCARD lcm_status lcm_predictor_check(struct lcm_predictor *p,
                                             const lcm_point *form,
                                             const lcm_point *engine);
