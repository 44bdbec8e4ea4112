/* The costs of a machine from what was measured of it. */
#pragma once

#include "model/machine/calibration.h"

/* Return the costs and levels that the measurements give. */
const lcm_calibrated_machine *
lcm_calibration_solve(lcm_calibration *calibration);
