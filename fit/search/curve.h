/* Forms not linear in their coefficients: starting values, then GSL. */
#pragma once

#include "fit/points.h"
#include "fit/search/form.h"

/* A curve to be fitted: "n" residuals of "k" coefficients.
 * residuals  puts those for the coefficients "beta" into "out"; what is not
 *            finite there is a bad fit
 * user       passed through */
struct lcm_fit_residuals {
  size_t n;
  size_t k;
  void (*residuals)(double *out, const double *beta, void *user);
  void *user;
};

/* Put the slopes of "form", which is not linear, at the places of "points"
 * where it fits best, by what may be any of its coefficients, into "slopes",
 * and what makes it linear there into "offset". */
LCM_NODISCARD lcm_status lcm_fit_curve(double *slopes, double *offset,
                                       lcm_ctx *ctx, lcm_arena *arena,
                                       const struct lcm_fit_points *points,
                                       const struct lcm_fit_form *form);
