/* The evidence for a form: likelihood of the residuals, integrated over
 * coefficients and variance. */

#include "fit/search/evidence.h"

/* Rounding of a value, as a share of it: residuals below say nothing. */
static const double ROUNDING = 1e-12;

/* Logarithm of how likely it is before anything is measured that sizes have
 * something of their own, and that it is just as much as it then turns out. */
static const double APART = -4;

struct lcm_fit_parts lcm_fit_parts_of(const struct lcm_fit_points *points,
                                      const struct lcm_fit_evidence *like) {
  const double few = (like->rows - (double)like->k) / 2;
  const double many = points->freedom / 2;
  struct lcm_fit_parts parts = {
      few + many, few,
      points->scatter + ROUNDING * ROUNDING * (like->total + 1), INFINITY, 0};
  if (!(few > 0) || !(many > 0))
    return parts;
  const double own = parts.beside / many;
  parts.from = own * few;
  parts.apart =
      APART + few * log(own * few) - (few + many) * log(own * (few + many));
  return parts;
}

double lcm_fit_likelihood(const struct lcm_fit_parts *parts, double chi2) {
  const double alike = -parts->half * log(chi2 + parts->beside);
  return chi2 > parts->from ? fmax(alike, parts->apart - parts->few * log(chi2))
                            : alike;
}

double lcm_fit_spread_of(const struct lcm_fit_parts *parts, double chi2) {
  const double alike = (chi2 + parts->beside) / (2 * parts->half);
  return chi2 > parts->from && parts->apart - parts->few * log(chi2) >
                                   -parts->half * log(chi2 + parts->beside)
             ? chi2 / (2 * parts->few)
             : alike;
}

double lcm_fit_log_evidence(const struct lcm_fit_points *points,
                            const struct lcm_fit_evidence *of) {
  const struct lcm_fit_parts parts = lcm_fit_parts_of(points, of);
  if (parts.half <= 0 || (of->k > 2 && (double)of->k >= of->rows))
    return -INFINITY;
  return lcm_fit_log_gamma(parts.half) + parts.half * M_LN2 +
         lcm_fit_likelihood(&parts, of->chi2) +
         (double)of->k / 2 * log(2 * M_PI) - of->volume / 2 -
         (double)of->k / 2 * log(of->total + 1e-300);
}

/* What a bound is more than what rounding makes it too small by. */
static const double SLACK = 1e-6;

struct lcm_fit_bound lcm_fit_bound_of(const struct lcm_fit_points *points,
                                      const struct lcm_fit_evidence *like) {
  const struct lcm_fit_parts parts = lcm_fit_parts_of(points, like);
  if (parts.half <= 0)
    return (struct lcm_fit_bound){parts, -INFINITY};
  return (struct lcm_fit_bound){
      parts, lcm_fit_log_gamma(parts.half) + parts.half * M_LN2 +
                 (double)like->k / 2 * log(2 * M_PI) -
                 (double)like->k / 2 * log(like->total + 1e-300) + SLACK};
}

double lcm_fit_bound_at(const struct lcm_fit_bound *bound, double chi2,
                        double determinant) {
  const struct lcm_fit_parts *parts = &bound->parts;
  if (!(parts->half > 0))
    return -INFINITY;
  double likely = -parts->half * lcm_fit_rough_log(chi2 + parts->beside);
  if (chi2 > parts->from)
    likely = fmax(likely, parts->apart - parts->few * lcm_fit_rough_log(chi2));
  return bound->fixed + likely - lcm_fit_rough_log(determinant) / 2;
}
