/* Parts of predictions as JSON, for what else consists of predictions. */
#pragma once

#include "base/json.h"
#include "model/results/prediction.h"

/* Return the values of the variables at point "i". */
lcm_json *lcm_point_env_json(const lcm_grid *grid, size_t i);

/* Return what times are true of. */
lcm_json *lcm_basis_json(const struct lcm_basis *basis);

/* Return what has to hold for the edits of the program of "p". */
lcm_json *lcm_premises_json(const lcm_prediction *p);
