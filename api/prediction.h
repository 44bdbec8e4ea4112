/* The options of predictions, checked and read. */
#pragma once

#include "api/lcm.h"
#include "composer/scope/scope.h"

/* Read the grid and the machine of "options" (may be NULL) into "*grid" and
 * "*out". */
LCM_NODISCARD lcm_status lcm_api_read_options(
    struct lcm_predict_options *out, const lcm_grid **grid, lcm_ctx *ctx,
    const struct liblcm_predict_options *options);

/* Return whether "options" (may be NULL) make sense. */
bool lcm_api_check_options(const struct liblcm_predict_options *options);
