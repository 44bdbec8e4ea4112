/* Predictions beside measurements (lcm-validation/1). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"

/* A setting of the variables that was measured; times in seconds.
 * params     its values
 * runs       how many runs there were
 * measured   the median of their elapsed times, without what is ignored
 * least, most   of these
 * predicted, low, high   the time and its 90 % interval; equal where no
 *            coefficient is uncertain
 * ignored    the median of the time spent in what `ignore` leaves out
 * error      predicted / measured - 1
 * covered    measured lies in low .. high */
struct lcm_validation_point {
  const lcm_binding *params;
  size_t n_params;
  size_t runs;
  double measured;
  double least;
  double most;
  double predicted;
  double low;
  double high;
  double ignored;
  double error;
  bool covered;
};

/* One category of one fragment over all points.
 * fragment, place, label   as measured (model/measurement/measurement.h), the place else
 *            that in the program; "" the whole run
 * with       "n_with" other fragments whose cost of the category this has, too,
 *            as one model gives the sum
 * category   its name
 * points     where it was measured or predicted to be more than nothing
 * share      of all measured processor-seconds
 * error      median of |predicted - measured| / measured where measured is not
 *            0; NAN: nowhere
 * worst      the largest of these
 * of_run     median of |predicted - measured| over p times the elapsed time
 * intervals  points at which the model has an interval; covered: that hold what
 *            was measured
 * model      how it is predicted: "measured" or "annotated" (a model here),
 *            "around" (one of a node around it), "composed" (from the models
 *            inside or beside), "derived" (no model covers it), "absent" (the
 *            run that is predicted has no such place), "ignored"
 * measured, predicted   processor-seconds at each point of the validation,
 *            NAN where there is none */
struct lcm_validation_row {
  const char *fragment;
  const char *place;
  const char *label;
  const char *const *with;
  size_t n_with;
  const char *category;
  size_t points;
  double share;
  double error;
  double worst;
  double of_run;
  size_t intervals;
  size_t covered;
  const char *model;
  const double *measured;
  const double *predicted;
};

/* A whole validation.
 * points     settings, in the order in which they were first measured
 * rows       by fragment, in the order of their share, and category
 * error, worst   median and largest |error| of the points
 * covered    points whose interval holds what was measured, of "intervals"
 * uncovered  share of the measured processor-seconds that no model covers
 * ignored    share of the measured time that `ignore` leaves out
 * left_out   records that were not used, as cut short */
typedef struct lcm_validation {
  const struct lcm_validation_point *points;
  size_t n_points;
  const struct lcm_validation_row *rows;
  size_t n_rows;
  double error;
  double worst;
  size_t covered;
  size_t intervals;
  double uncovered;
  double ignored;
  size_t left_out;
} lcm_validation;

/* Return "validation" as JSON (lcm-validation/1). */
LCM_GIVE char *lcm_validation_to_json(const lcm_validation *validation);
