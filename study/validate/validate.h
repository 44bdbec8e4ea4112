/* Predictions beside measurements. */
#pragma once

#include "composer/scope/scope.h"
#include "model/measurement/measurement.h"

/* Predict "program" wherever "all" was measured and put the errors, per
 * fragment and category, into "*out".  Fragments are found by the place that
 * the `measured` directive of a model names ("of="), else by their own.
 * Records marked as cut short are left out.  LCM_EUSAGE, and a diagnostic,
 * where no run is left. */
LCM_NODISCARD lcm_status lcm_validate(
    const lcm_validation **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_measurements *all, const struct lcm_predict_options *options);
