/* Points of a quantity: repetitions grouped, outliers and scatter found,
 * weights. */
#pragma once

#include "fit/types.h"

/* How many variables data may have. */
enum { LCM_FIT_ALL_VARIABLES = 64 };

/* The points of one quantity, those of equal variables together. */
struct lcm_fit_points {
  const char *const *names; /* names, n_names: the variables */
  size_t n_names;
  size_t n;       /* points, in the order of their groups */
  double *x;      /* n rows of n_names */
  double *y;      /* their values */
  size_t *group;  /* the group of each */
  double *weight; /* 1, of an outlier among its repetitions 0 */
  size_t groups;  /* sets of equal variables */
  double *at;     /* groups rows of n_names */
  double *centre; /* what the repetitions of the group cluster around */
  double *count;  /* how many of them count */
  /* sum of squared deviations from the centres, in units of what the variance
   * is proportional to */
  double scatter;
  double freedom; /* of that sum: points that count, less groups */
  bool relative;  /* the deviation is proportional to the value */
  double floor;   /* values below that deviate as it does */
  /* values below that deviate by the root of their size, where what is counted
   * is seldom seen */
  double grain;
  /* groups on one processor where all values are 0, which is not so on several:
   * what is lost by being several cannot be lost there */
  bool *idle;
  /* 0 at most other places, by their medians, but not everywhere: what is not 0
   * is no outlier then, and nothing is relative unless asked */
  bool sparse;
  size_t skipped; /* points that were no numbers */
};

/* Return whether group "g" is one of those "left_out", NULL for none. */
static inline bool lcm_fit_is_out(const bool *left_out, size_t g) {
  return left_out && left_out[g];
}

/* Put the points of "data" into "*out", in memory of "arena". */
void lcm_fit_points_take(struct lcm_fit_points *out, lcm_arena *arena,
                         const struct lcm_fit_data *data,
                         const struct lcm_fit_options *options);

/* Return whether "points" are 0 wherever variable "v", which counts processors,
 * is 1, and not everywhere: a model has to be so, too. */
bool lcm_fit_vanishes(const struct lcm_fit_points *points, size_t v);

/* Return whether group "g" is 0 where deviations are relative, or of necessity:
 * it says what the value is, but nothing of how much values deviate. */
bool lcm_fit_is_void(const struct lcm_fit_points *points, size_t g);

/* Put those variables of "points" that have several values, and all else of
 * them, into "*out". */
void lcm_fit_points_varying(struct lcm_fit_points *out, lcm_arena *arena,
                            const struct lcm_fit_points *points);

/* Return what the variance of a value of "points" is proportional to. */
double lcm_fit_variance(const struct lcm_fit_points *points, double value);
