/* Points far outside of what models were measured in. */
#pragma once

#include "composer/predict/internal.h"
#include "model/results/results.h"

/* Note in "basis" which variables of "p" have values at the points of its grid
 * far outside of the ranges that models hold in. */
void lcm_reach_find(struct lcm_basis *basis, struct lcm_predictor *p,
                    const lcm_point *points);

/* Let the intervals of the "points" of "p" be as much wider as they lie outside
 * of the ranges in "basis", and not reach below 0. */
void lcm_reach_widen(lcm_point *points, const struct lcm_predictor *p,
                     const struct lcm_basis *basis);

/* Warn of what "basis" has of that, but for values that nobody gave in
 * "grid". */
void lcm_reach_tell(lcm_ctx *ctx, const struct lcm_basis *basis,
                    const lcm_grid *grid);
