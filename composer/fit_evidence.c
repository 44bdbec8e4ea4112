#include <math.h>

#include "composer/fit_internal.h"

/* Rounding of a value, as a share of it: residuals below say nothing. */
static const double ROUNDING = 1e-12;

double lcm_fit_log_evidence(const struct lcm_fit_points *points,
                            const struct lcm_fit_evidence *of) {
  const double m = of->rows + points->freedom - (double)of->k;
  const double sum =
      of->chi2 + points->scatter + ROUNDING * ROUNDING * (of->total + 1);
  if (m <= 0 || (of->k > 2 && (double)of->k >= of->rows))
    return -INFINITY;
  return lgamma(m / 2) - m / 2 * log(sum / 2) +
         (double)of->k / 2 * log(2 * M_PI) - of->volume / 2 -
         (double)of->k / 2 * log(of->total + 1e-300);
}

/* What a bound is more than what rounding makes it too small by. */
static const double SLACK = 1e-6;

struct lcm_fit_bound lcm_fit_bound_of(const struct lcm_fit_points *points,
                                      const struct lcm_fit_evidence *like) {
  const double half = (like->rows + points->freedom - (double)like->k) / 2;
  if (half <= 0)
    return (struct lcm_fit_bound){-INFINITY, 0, 0};
  return (struct lcm_fit_bound){
      half,
      lgamma(half) + half * M_LN2 + (double)like->k / 2 * log(2 * M_PI) -
          (double)like->k / 2 * log(like->total + 1e-300) + SLACK,
      points->scatter + ROUNDING * ROUNDING * (like->total + 1)};
}

double lcm_fit_bound_at(const struct lcm_fit_bound *bound, double chi2,
                        double determinant) {
  if (!(bound->half > 0))
    return -INFINITY;
  return bound->fixed - bound->half * lcm_fit_rough_log(chi2 + bound->beside) -
         lcm_fit_rough_log(determinant) / 2;
}
