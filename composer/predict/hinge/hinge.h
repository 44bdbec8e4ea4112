/* Conditions of which nobody says how probable they are, and what hangs on
 * them. */
#pragma once

#include "composer/predict/internal.h"

/* Put into "out", a prediction of the program of "p", which conditions that are
 * taken as equally likely matter at its last point: those on which more than a
 * hundredth of the time hangs, most first. */
void lcm_hinges_find(lcm_prediction *out, struct lcm_predictor *p);

/* Return the last point of "grid" as a grid. */
const lcm_grid *lcm_grid_last(lcm_ctx *ctx, const lcm_grid *grid);
