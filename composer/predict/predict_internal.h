#pragma once

#include "composer/predict/internal.h"

/* Make "p" ready to predict "program" at points of "grid". */
LCM_NODISCARD lcm_status lcm_predictor_begin(
    struct lcm_predictor *p, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options);

/* Put the prediction at all points of the grid of "p" into "*out". */
LCM_NODISCARD lcm_status lcm_predictor_run(const lcm_prediction **out,
                                           struct lcm_predictor *p);

/* Return the param of "program" called "name", or NULL. */
const lcm_param *lcm_param_named(const lcm_program *program, const char *name);
