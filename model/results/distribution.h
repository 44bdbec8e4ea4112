/* How a time that is a matter of chance is distributed. */
#pragma once

#include "model/results/prediction.h"

/* The percentiles that are told: 5, 50, 90, 95 and 99; LCM_PERCENTILE_50, _95:
 * the numbers of two of them. */
enum { LCM_PERCENTILES = 5, LCM_PERCENTILE_50 = 1, LCM_PERCENTILE_95 = 3 };

/* Return the shares that these are of. */
const double *lcm_percentile_shares(void);

/* The distribution at one point of the grid; times in seconds. */
struct lcm_distribution_point {
  double mean;
  double deviation; /* of runs */
  double skewness;
  double kurtosis; /* in excess of that of a normal distribution */
  /* deviation of the time by the coefficients, which are not known better */
  double uncertainty;
  double percentiles[LCM_PERCENTILES]; /* of runs, with that uncertainty */
  double within; /* the chance of a time that is asked for; NaN: none is */
  /* how many simulations it is of; 0: it was composed */
  size_t simulated;
  /* composed of sums and choices alone, so that mean and deviation are exact */
  bool exact;
  bool whole; /* the values are all there are, not bins of them */
  /* why it was simulated, and where; NULL: it was not */
  const char *reason;
  lcm_loc at;
};

/* Distributions at the points of a grid. */
typedef struct lcm_distribution {
  const char *name;
  const lcm_grid *grid;
  const struct lcm_distribution_point *points;
  const char *unit; /* of the times of a model; NULL: none */
  bool is_model;
  double asked; /* the time of "within"; NaN: none is asked for */
} lcm_distribution;

/* Return "d" as JSON (lcm-distribution/1). */
LCM_GIVE char *lcm_distribution_to_json(const lcm_distribution *d);
