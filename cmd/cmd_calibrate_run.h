#pragma once

#include "cmd/command.h"
#include "model/machine/calibration.h"

/* Run the measuring programs that "command" asks for and add what they print
 * to "calibration"; after a failure, what they have printed until then. */
lcm_status calibrate_measure(lcm_calibration *calibration,
                             struct command *command);
