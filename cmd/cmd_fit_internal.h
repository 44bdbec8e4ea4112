#pragma once

#include "cmd/fit_internal.h"

/* Return the quantity that "model" is a model of. */
const struct lcm_experiment_series *fit_series_of(const struct fitting *f,
                                                  const lcm_fit_model *model);
