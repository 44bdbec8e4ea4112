/* Fitting one quantity: points, search, selection, report. */
#pragma once

#include "fit/types.h"

/* Fit "data" into the "*n" models "*out", ranked, the first being the selected
 * one; "base" has their fragment, category and unit.  Where no form is better
 * than a guess there is one model without `expr` that says why.  Less than two
 * points, values that are no numbers: the same. */
LCM_NODISCARD lcm_status lcm_fit_data_models(
    const lcm_fit_model **out, size_t *n, lcm_ctx *ctx,
    const struct lcm_fit_data *data, const struct lcm_fit_options *options,
    const lcm_fit_model *base);
