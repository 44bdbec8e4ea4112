/* Fitting all series of an experiment, those that others learn from first. */
#pragma once

#include "fit/experiment/experiment.h"

/* Fit the "n" quantities at "series", taken from "all", into "*out". */
LCM_NODISCARD lcm_status lcm_experiment_fit(
    const lcm_fit **out, lcm_ctx *ctx, const lcm_measurements *all,
    const struct lcm_experiment_series *series, size_t n,
    const struct lcm_experiment_plan *plan);
