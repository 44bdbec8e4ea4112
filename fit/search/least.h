/* Weighted linear least squares with its covariance and leverages. */
#pragma once

#include "base/arena.h"
#include "base/status.h"

/* A least squares problem: "n" rows of "k" columns at "x", values "y",
 * weights "w" (inverse to the variance). */
struct lcm_least {
  size_t n;
  size_t k;
  const double *x;
  const double *y;
  const double *w;
};

/* What solves it. */
struct lcm_least_result {
  double *beta;     /* k coefficients */
  double *inverse;  /* (X'WX)^-1, k x k */
  double *leverage; /* of each row */
  /* logarithm of the determinant of X'WX, columns of length 1 */
  double volume;
  double chi2;  /* weighted sum of squared residuals */
  double about; /* weighted variation of y about its weighted mean */
  double total; /* about 0 */
};

/* Solve "problem" into "*out" in memory of "arena"; LCM_EFIT where its columns
 * do not determine the coefficients. */
LCM_NODISCARD lcm_status lcm_least_solve(struct lcm_least_result *out,
                                         lcm_arena *arena,
                                         const struct lcm_least *problem);
