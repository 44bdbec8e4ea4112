/* The closed forms of the parts of a run. */
#pragma once

#include "composer/predict/internal.h"

/* Put the closed forms of what the parts of the run take into "out", which has
 * the points of the grid of "p" with their occurrences: of those that have one
 * which says at all points what executing the program does. */
void lcm_predictor_parts(lcm_prediction *out, struct lcm_predictor *p);
