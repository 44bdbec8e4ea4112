/* The parts of fitting: points, forms, least squares, solutions. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fit/fit.h"

/* How many variables data may have. */
enum { LCM_FIT_ALL_VARIABLES = 64 };

/* The points of one quantity, those of equal variables together.
 * names, n_names  the variables
 * n        points, in the order of their groups
 * x        n rows of n_names
 * y        their values
 * group    the group of each
 * weight   1, of an outlier among its repetitions 0
 * groups   sets of equal variables
 * at       groups rows of n_names
 * centre   what the repetitions of the group cluster around
 * count    how many of them count
 * scatter  sum of squared deviations from the centres, in units of what the
 *          variance is proportional to
 * freedom  of that sum: points that count, less groups
 * relative the deviation is proportional to the value
 * floor    values below that deviate as it does
 * grain    values below that deviate by the root of their size, where what is
 *          counted is seldom seen
 * idle     groups on one processor where all values are 0, which is not so on
 *          several: what is lost by being several cannot be lost there
 * sparse   0 at most other places, by their medians, but not everywhere: what
 *          is not 0 is no outlier then, and nothing is relative unless asked
 * for skipped  points that were no numbers */
struct lcm_fit_points {
  const char *const *names;
  size_t n_names;
  size_t n;
  double *x;
  double *y;
  size_t *group;
  double *weight;
  size_t groups;
  double *at;
  double *centre;
  double *count;
  double scatter;
  double freedom;
  bool relative;
  double floor;
  double grain;
  bool *idle;
  bool sparse;
  size_t skipped;
};

/* A least squares problem: "n" rows of "k" columns at "x", values "y",
 * weights "w" (inverse to the variance). */
struct lcm_least {
  size_t n;
  size_t k;
  const double *x;
  const double *y;
  const double *w;
};

/* What solves it.
 * beta      k coefficients
 * inverse   (X'WX)^-1, k x k
 * leverage  of each row
 * volume    logarithm of the determinant of X'WX, columns of length 1
 * chi2      weighted sum of squared residuals
 * about     weighted variation of y about its weighted mean
 * total     about 0 */
struct lcm_least_result {
  double *beta;
  double *inverse;
  double *leverage;
  double volume;
  double chi2;
  double about;
  double total;
};

/* A form to be fitted.
 * text     with names of coefficients
 * expr     over the variables and the coefficients, all of them symbols
 * variables, n_variables   names that are variables
 * k        how many coefficients
 * names    theirs: "k1", .., ascending
 * slopes   derivatives by them, NULL where there is none in closed form
 * offset   value where all of them are 0
 * linear   in its coefficients
 * branched it is a maximum or minimum of two linear forms, plus a linear one
 * branch   then: slopes and, last, the offset with the one and with the other
 * least    it is a minimum
 * constant one of the slopes is 1 everywhere */
struct lcm_fit_form {
  const char *text;
  const lcm_expr *expr;
  const char *const *variables;
  size_t n_variables;
  size_t k;
  const char *const *names;
  const lcm_expr *const *slopes;
  const lcm_expr *offset;
  bool linear;
  bool branched;
  const lcm_expr *const *branch[2];
  bool least;
  bool constant;
};

/* A form fitted to points.
 * form      as it was fitted: terms may have been dropped
 * beta      its coefficients
 * covariance of the coefficients
 * variance  of a value whose lcm_fit_variance is 1
 * freedom   points less coefficients
 * fitted    value at each group
 * left_out  groups that are outliers
 * chi2, about, total   as of least squares
 * smape, cv_smape      as in lcm_fit_quality
 * rest      weighted sum of squared residuals of the groups alone
 * rows      groups that count and are not void
 * outliers  points left out
 * excess    by how much its terms are larger than the whole that they add up
 *           to: the sum of their squared lengths, as a share of its own, less 1
 * score     the higher, the better: logarithm of the evidence */
struct lcm_fit_solution {
  struct lcm_fit_form form;
  double *beta;
  double *covariance;
  double variance;
  size_t freedom;
  double *fitted;
  bool *left_out;
  double chi2;
  double about;
  double total;
  double smape;
  double cv_smape;
  double rest;
  double rows;
  size_t outliers;
  double excess;
  double score;
};

/* Return whether group "g" is one of those "left_out", NULL for none. */
static inline bool lcm_fit_is_out(const bool *left_out, size_t g) {
  return left_out && left_out[g];
}

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

/* What the evidence for a form is computed from, the weights being those of the
 * centres.
 * k       coefficients, each of a sign that is known
 * rows    groups that count
 * chi2    weighted sum of squared residuals of the groups
 * volume  logarithm of the determinant of X'WX, columns of length 1
 * total   weighted sum of squared values */
struct lcm_fit_evidence {
  size_t k;
  double rows;
  double chi2;
  double volume;
  double total;
};

/* What the likelihood of squared residuals is computed from.  The centres of
 * the groups deviate as repetitions do; or more, by an amount that is not
 * known, where sizes have something of their own (how arrays lie in a cache),
 * of which the agreement of repetitions says nothing. half    half of the
 * degrees of freedom of residuals and repetitions few     half of those of the
 * residuals alone beside  scatter of the repetitions, and rounding from squared
 * residuals beyond which sizes may have something of their own apart   then:
 * logarithm of the likelihood where squared residuals are 1 */
struct lcm_fit_parts {
  double half;
  double few;
  double beside;
  double from;
  double apart;
};

/* What lcm_fit_log_evidence has in common for all forms with the same number of
 * coefficients, fitted to the same groups.
 * parts   of the likelihood of the residuals
 * fixed   what residuals and columns do not change */
struct lcm_fit_bound {
  struct lcm_fit_parts parts;
  double fixed;
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
