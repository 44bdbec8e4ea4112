/* Comparing variants over a grid: winners, intervals, crossovers along each
 * axis. */
#pragma once

#include "composer/scope/scope.h"
#include "model/results/results.h"
#include "study/compare/exact.h"

/* Predict the "n" variants over "grid" and compare them into "*out": winners,
 * every sign change between neighbouring points of the grid refined to its
 * crossover, intervals of the differences with shared coefficients
 * cancelled. */
LCM_NODISCARD lcm_status lcm_compare(const lcm_comparison **out, lcm_ctx *ctx,
                                     const struct lcm_variant *variants,
                                     size_t n, const lcm_grid *grid,
                                     const struct lcm_predict_options *options);
