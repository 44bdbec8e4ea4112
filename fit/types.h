/* Selecting and fitting models (Crovella 1994, 5.1; docs/theory/fitting.md).
 */
#pragma once

#include "model/measurement/measurement.h"

/* How many variables the search for a model takes at most; typical and given
 * forms may have more. */
enum { LCM_FIT_MOST_VARIABLES = 4 };

/* The values of one quantity at points of the variables. */
struct lcm_fit_data {
  const char *const *names; /* names, n_names: the variables */
  size_t n_names;
  const double *x; /* n_points rows of n_names values */
  const double *y; /* n_points values; repetitions are points of equal x */
  size_t n_points;
};

/* How other quantities of the program grow, about which there is no doubt: what
 * is known less well probably grows like one of them. */
struct lcm_fit_growth_prior {
  /* "n" rows, one number for each variable of the data: the logarithm, to base
   * 2, of the factor when that doubles; NaN: it does not vary there */
  const double *growth;
  const double *count; /* of each row, how many quantities grow so */
  /* of each row, how far, as an exponent, growths that are alike are from it */
  const double *apart;
  size_t n;
};

/* What the source says of a quantity: texts over the variables. */
struct lcm_fit_source {
  const char *whole; /* what it is proportional to */
  /* parts of that which grow differently, the one that grows most first */
  const char *const *terms;
  size_t n_terms;
};

/* How to fit. */
struct lcm_fit_options {
  /* formulae over the variables to try instead of searching, each with its
   * coefficients k1, k2, .. ("k1*p*log(p) + k2"), or without any, terms then
   * getting one each (as lca's "x0*log(x0)") */
  const char *const *forms;
  size_t n_forms;
  /* typical forms of the category and variable, tried before others */
  const char *const *library;
  size_t n_library;
  bool keep_terms; /* no term whose interval contains 0 is dropped */
  /* try the performance model normal form and thresholds too */
  bool search;
  int relative; /* weigh by 1/y^2: -1 find out, 0 no, 1 yes */
  bool robust;  /* against outliers */
  /* on growth, of the program; NULL: nothing is known of it */
  const struct lcm_fit_growth_prior *prior;
  /* what the source says of the quantity; NULL: nothing */
  const struct lcm_fit_source *source;
  double level; /* of the intervals; 0: 0.90 */
  bool all;     /* report every form tried, best first, not only the selected */
};
