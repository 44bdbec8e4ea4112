/* Weighted linear least squares with its covariance and leverages. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "fit/internal.h"

/* Solve "problem" into "*out" in memory of "arena"; LCM_EFIT where its columns
 * do not determine the coefficients. */
LCM_NODISCARD lcm_status lcm_least_solve(struct lcm_least_result *out,
                                         lcm_arena *arena,
                                         const struct lcm_least *problem);
