/* Nonlinear least squares, by GSL. */
#pragma once

#include "fit/search/curve.h"

/* Improve the coefficients "beta" until the sum of the squared residuals of
 * "curve" does not get less (Levenberg and Marquardt, a trust region), and put
 * that sum into "*chi2".  LCM_EFIT where it cannot be computed.  Errors of
 * GSL are silenced. */
LCM_NODISCARD lcm_status lcm_curve_fit(double *beta, double *chi2,
                                       const struct lcm_fit_residuals *curve);
