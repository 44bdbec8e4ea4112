/* How the costs of a machine grow with the number of threads: the shape that
 * fits best. */
#pragma once

#include "model/machine/calibration.h"

/* Put into "out->text" and "out->error" what describes its points, whose costs
 * depend on p and, where they differ, on m. */
void lcm_calibration_fit(lcm_ctx *ctx, struct lcm_calibrated *out);
