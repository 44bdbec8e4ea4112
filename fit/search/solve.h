/* Fitting one form to points: weights, outliers left out, quality. */
#pragma once

#include "fit/internal.h"

/* Fit "form" to "points" into "*out".  LCM_EFIT where they do not determine its
 * coefficients, or it is not likely enough. */
LCM_NODISCARD lcm_status lcm_fit_solve(struct lcm_fit_solution *out,
                                       const struct lcm_fit_solving *how,
                                       const struct lcm_fit_points *points,
                                       const struct lcm_fit_form *form);
