/* Selecting and fitting models (Crovella 1994, 5.1; docs/theory/fitting.md).
 */
#pragma once

#include "model/measurement/measurement.h"

/* How many variables the search for a model takes at most; typical and given
 * forms may have more. */
enum { LCM_FIT_MOST_VARIABLES = 4 };

/* The values of one quantity at points of the variables.
 * names, n_names   the variables
 * x                n_points rows of n_names values
 * y                n_points values; repetitions are points of equal x */
struct lcm_fit_data {
  const char *const *names;
  size_t n_names;
  const double *x;
  const double *y;
  size_t n_points;
};

/* How other quantities of the program grow, about which there is no doubt: what
 * is known less well probably grows like one of them.
 * growth  "n" rows, one number for each variable of the data: the logarithm, to
 *         base 2, of the factor when that doubles; NaN: it does not vary there
 * count   of each row, how many quantities grow so
 * apart   of each row, how far, as an exponent, growths that are alike are from
 *         it */
struct lcm_fit_growth_prior {
  const double *growth;
  const double *count;
  const double *apart;
  size_t n;
};

/* How to fit.
 * forms        formulae over the variables to try instead of searching, each
 *              with its coefficients k1, k2, .. ("k1*p*log(p) + k2"), or
 *              without any, terms then getting one each (as lca's "x0*log(x0)")
 * library      typical forms of the category and variable, tried before others
 * keep_terms   no term whose interval contains 0 is dropped
 * search       try the performance model normal form and thresholds too
 * relative     weigh by 1/y^2: -1 find out, 0 no, 1 yes
 * robust       against outliers
 * prior        on growth, of the program; NULL: nothing is known of it
 * level        of the intervals; 0: 0.90
 * all          report every form tried, best first, not only the selected */
struct lcm_fit_options {
  const char *const *forms;
  size_t n_forms;
  const char *const *library;
  size_t n_library;
  bool keep_terms;
  bool search;
  int relative;
  bool robust;
  const struct lcm_fit_growth_prior *prior;
  double level;
  bool all;
};
