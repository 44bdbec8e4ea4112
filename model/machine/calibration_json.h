/* Calibrations as JSON. */
#pragma once

#include "model/machine/calibration.h"

/* Return the description, with the measurements it is made from. */
LCM_GIVE char *lcm_calibration_to_json(lcm_calibration *calibration,
                                       const lcm_calibrated_machine *machine);
