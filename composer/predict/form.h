#pragma once

#include "composer/predict/internal.h"

/* Put the time at each point of "grid", which has the names of the grid of "p",
 * into "times"; NaN where there is none.  Diagnostics are dropped. */
void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid);

/* Build the closed form of the program of "p", if it has one. */
void lcm_predictor_form(struct lcm_predictor *p);

/* Put how often nodes with models of a run are executed at point "i" on "w"
 * processors, all of the point or one, into "visits" by the closed form of
 * that; false where it does not hold. */
bool lcm_predictor_fill_counts(double *visits, struct lcm_predictor *p,
                               size_t i, double w);

/* Put what the closed form says of the points of the grid into "points" where
 * it holds, and whether it does into "holds".  Times, categories, gradient,
 * span and bound are set, not what the engine alone knows. */
void lcm_predictor_fill(struct lcm_predictor *p, lcm_point *points,
                        bool *holds);

/* Check that the closed form gives at point "i" what the engine did. */
LCM_NODISCARD lcm_status lcm_predictor_check(struct lcm_predictor *p,
                                             const lcm_point *form,
                                             const lcm_point *engine);
