#include <math.h>

#include "composer/fit_internal.h"

/* Rounding of a value, as a share of it: residuals below say nothing. */
static const double ROUNDING = 1e-12;

double lcm_fit_log_evidence(const struct lcm_fit_points *points,
                            const struct lcm_fit_evidence *of) {
  const double m = of->rows + points->freedom - (double)of->k;
  const double sum =
      of->chi2 + points->scatter + ROUNDING * ROUNDING * (of->total + 1);
  if (m <= 0)
    return -INFINITY;
  return lgamma(m / 2) - m / 2 * log(sum / 2) +
         (double)of->k / 2 * log(2 * M_PI) - of->volume / 2 -
         (double)of->k / 2 * log(of->total + 1e-300);
}
