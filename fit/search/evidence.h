/* The evidence for a form: likelihood of the residuals, integrated over
 * coefficients and variance. */
#pragma once

#include <math.h>
#include <string.h>

#include "fit/points.h"

/* What the evidence for a form is computed from, the weights being those of the
 * centres. */
struct lcm_fit_evidence {
  size_t k;      /* coefficients, each of a sign that is known */
  double rows;   /* groups that count */
  double chi2;   /* weighted sum of squared residuals of the groups */
  double volume; /* logarithm of the determinant of X'WX, columns of length 1 */
  double total;  /* weighted sum of squared values */
};

/* What the likelihood of squared residuals is computed from.  The centres of
 * the groups deviate as repetitions do; or more, by an amount that is not
 * known, where sizes have something of their own (how arrays lie in a cache),
 * of which the agreement of repetitions says nothing. */
struct lcm_fit_parts {
  /* half of the degrees of freedom of residuals and repetitions */
  double half;
  double few;    /* half of those of the residuals alone */
  double beside; /* scatter of the repetitions, and rounding */
  /* squared residuals beyond which sizes may have something of their own */
  double from;
  /* then: logarithm of the likelihood where squared residuals are 1 */
  double apart;
};

/* What lcm_fit_log_evidence has in common for all forms with the same number of
 * coefficients, fitted to the same groups. */
struct lcm_fit_bound {
  struct lcm_fit_parts parts; /* of the likelihood of the residuals */
  double fixed;               /* what residuals and columns do not change */
};

/* Return the logarithm of "x", a normal number, or up to 0.06 less: its bits
 * are a piecewise linear one to the base 2. */
static inline double lcm_fit_rough_log(double x) {
  int64_t bits = 0;
  memcpy(&bits, &x, sizeof bits);
  return (double)(bits - 0x3ff0000000000000) * (M_LN2 / 0x1p52);
}

/* Return what it makes of the likelihood of a form, as a logarithm, that its
 * terms exceed the whole by "excess" as in struct lcm_fit_solution: that large
 * terms cancel each other is chance. */
static inline double lcm_fit_excess_weight(double excess) {
  return excess > 0 ? -excess / 2 : 0;
}

/* Return the logarithm of the gamma function at "x", which is positive:
 * lgamma() leaves its sign in a variable that all threads share. */
static inline double lcm_fit_log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

/* Return the logarithm of the probability of "points" under a form, whatever
 * its coefficients and the deviation, up to what all forms have in common:
 * coefficients are anything that no term makes larger than the whole, the
 * logarithm of the deviation is anything.  There is none for three coefficients
 * or more that have no more places than these to explain. */
double lcm_fit_log_evidence(const struct lcm_fit_points *points,
                            const struct lcm_fit_evidence *of);

/* Return what is common to all forms of "points" with as many coefficients,
 * rows and as large a total as "like" has. */
struct lcm_fit_parts lcm_fit_parts_of(const struct lcm_fit_points *points,
                                      const struct lcm_fit_evidence *like);

/* Return the logarithm of the likelihood of squared residuals "chi2", the
 * deviation and what sizes have of their own being anything. */
double lcm_fit_likelihood(const struct lcm_fit_parts *parts, double chi2);

/* Return the variance, in units of what it is proportional to, that residuals
 * of "chi2" leave to the centre of a group with one measurement. */
double lcm_fit_spread_of(const struct lcm_fit_parts *parts, double chi2);

/* Return what is common to forms of "points" with as many coefficients, rows
 * and as large a total as "like" has. */
struct lcm_fit_bound lcm_fit_bound_of(const struct lcm_fit_points *points,
                                      const struct lcm_fit_evidence *like);

/* Return no less than the evidence of a form with "chi2" as in struct
 * lcm_fit_evidence, "determinant" being what that has the logarithm of, a
 * normal number: without a logarithm, at most 0.06 a degree of freedom more. */
double lcm_fit_bound_at(const struct lcm_fit_bound *bound, double chi2,
                        double determinant);
