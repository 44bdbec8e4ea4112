/* A calibrated machine as text. */
#pragma once

#include "model/machine/machine.h"
#include "render/table/table.h"

/* Return "machine", made of "calibration", as tables of its costs and of its
 * memory, with their errors ("~": of what is noisy), and what is missing. */
LCM_GIVE char *lcm_render_calibration(lcm_ctx *ctx,
                                      const lcm_calibration *calibration,
                                      const lcm_calibrated_machine *machine,
                                      const struct lcm_style *style);
