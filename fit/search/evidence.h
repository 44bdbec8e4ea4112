/* The evidence for a form: likelihood of the residuals, integrated over
 * coefficients and variance. */
#pragma once

#include "fit/internal.h"

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
