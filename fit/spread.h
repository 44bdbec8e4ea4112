/* Uncertainty of predictions: of coefficients, and between the forms that are
 * likely. */
#pragma once

#include "fit/search/search.h"
#include "fit/search/solve.h"

/* Put the value of "form", its coefficients being "beta", at the place "x" of
 * its variables into "*value". */
LCM_NODISCARD lcm_status lcm_fit_value_at(double *value, lcm_ctx *ctx,
                                          const struct lcm_fit_form *form,
                                          const double *beta, const double *x);

/* Put the slopes of "form" by its coefficients, of the values "beta", at the
 * place "x" of its variables into "slopes". */
LCM_NODISCARD lcm_status lcm_fit_slopes_at(double *slopes, lcm_ctx *ctx,
                                           const struct lcm_fit_form *form,
                                           const double *beta, const double *x);

/* Widen the covariance of "solution" so that the value at "x" is within "half"
 * of it with probability "level": as little as possible elsewhere. */
LCM_NODISCARD lcm_status lcm_fit_widen(struct lcm_fit_solution *solution,
                                       lcm_ctx *ctx, const double *x,
                                       double half, double level);

/* Return how far from "value", that of the form chosen beyond the points, the
 * value is there with probability "level", the form being any of the "n" at
 * "found" by their scores. */
double lcm_fit_spread(const struct lcm_fit_found *found, size_t n, double value,
                      double level);

/* Put the place up to which intervals are to include the choice of the form
 * into "x": three times the largest values of the variables that have enough
 * values to choose by, the largest of the others. */
void lcm_fit_reach(double *x, lcm_arena *arena,
                   const struct lcm_fit_points *points);
