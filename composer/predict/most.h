/* Predicting what can be predicted. */
#pragma once

#include "composer/scope/scope.h"

/* As lcm_predict, of as much of "*program" as has a prediction: a node of which
 * an error is reported becomes one that is not modelled (OPAQUE) for the reason
 * that the error states, the error a warning ("not-predicted"), and "*program"
 * the program that was predicted.  Errors of nothing in it remain. */
LCM_NODISCARD lcm_status lcm_predict_most(
    const lcm_prediction **out, const lcm_program **program, lcm_ctx *ctx,
    const lcm_grid *grid, const struct lcm_predict_options *options);
