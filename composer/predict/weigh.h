/* How much of the time is in what is not known. */
#pragma once

#include "composer/predict/internal.h"

/* Put into the loops and conditions that are unknown in "out", made by "p",
 * which share of the time at the last point is in them, as they count; none
 * where that takes too much memory. */
void lcm_unknown_weigh(lcm_prediction *out, struct lcm_predictor *p);
