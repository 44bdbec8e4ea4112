/* Reading conditions on measurements, as "n >= 100 and p = 4". */
#pragma once

#include "fit/experiment/experiment.h"

/* Read the conditions "text", separated by blanks, commas or "and", into
 * "*out", "*n"; LCM_EUSAGE, and what is wrong in "*bad", where that are none.
 */
LCM_NODISCARD lcm_status lcm_experiment_conditions(
    const struct lcm_experiment_condition **out, size_t *n, const char **bad,
    lcm_ctx *ctx, const char *text);
