/* Conditions of which nobody says how probable they are, and what hangs on
 * them. */
#pragma once

#include "composer/predict/weigh.h"

/* Put into "out", the prediction that "weighing" is of, which conditions that
 * are taken as equally likely matter at its last point: those on which more
 * than a hundredth of the time hangs, most first.  That takes about as much
 * work as the prediction at most: conditions that were not told apart by then
 * are given together. */
void lcm_hinges_find(lcm_prediction *out, struct lcm_weighing *weighing);
