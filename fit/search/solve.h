/* Fitting one form to points: weights, outliers left out, quality. */
#pragma once

#include "fit/points.h"
#include "fit/search/form.h"

/* A form fitted to points.
 * covariance of the coefficients */
struct lcm_fit_solution {
  struct lcm_fit_form form; /* as it was fitted: terms may have been dropped */
  double *beta;             /* its coefficients */
  double *covariance;
  double variance; /* of a value whose lcm_fit_variance is 1 */
  size_t freedom;  /* points less coefficients */
  double *fitted;  /* value at each group */
  bool *left_out;  /* groups that are outliers */
  double chi2;     /* chi2, about, total: as of least squares */
  double about;
  double total;
  double smape; /* smape, cv_smape: as in lcm_fit_quality */
  double cv_smape;
  double rest;     /* weighted sum of squared residuals of the groups alone */
  double rows;     /* groups that count and are not void */
  size_t outliers; /* points left out */
  /* by how much its terms are larger than the whole that they add up to: the
   * sum of their squared lengths, as a share of its own, less 1 */
  double excess;
  double score; /* the higher, the better: logarithm of the evidence */
};

/* How to fit a form: in memory of "arena" and "ctx", without the groups
 * "left_out" (NULL: all); not at all where its score, with the weights of the
 * centres, is below "least". */
struct lcm_fit_solving {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const struct lcm_fit_options *options;
  const bool *left_out;
  double least;
};

/* Fit "form" to "points" into "*out".  LCM_EFIT where they do not determine its
 * coefficients, or it is not likely enough. */
LCM_NODISCARD lcm_status lcm_fit_solve(struct lcm_fit_solution *out,
                                       const struct lcm_fit_solving *how,
                                       const struct lcm_fit_points *points,
                                       const struct lcm_fit_form *form);
