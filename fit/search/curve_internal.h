/* Forms that are not linear in their coefficients (GSL, in fit/search/gsl_fit_curve.c). */
#pragma once

#include <stddef.h>

#include "base/attributes.h"
#include "base/status.h"

/* A curve to be fitted: "n" residuals of "k" coefficients.
 * residuals  puts those for the coefficients "beta" into "out"; what is not
 *            finite there is a bad fit
 * user       passed through */
struct lcm_curve {
  size_t n;
  size_t k;
  void (*residuals)(double *out, const double *beta, void *user);
  void *user;
};

/* Improve the coefficients "beta" until the sum of the squared residuals of
 * "curve" does not get less (Levenberg and Marquardt, a trust region), and put
 * that sum into "*chi2".  LCM_EFIT where it cannot be computed.  Errors of
 * GSL are silenced. */
LCM_NODISCARD lcm_status lcm_curve_fit(double *beta, double *chi2,
                                       const struct lcm_curve *curve);
