/* Predictions beside measurements (lcm-validation/1). */
#pragma once

#include "model/expr/expr.h"

/* A setting of the variables that was measured; times in seconds. */
struct lcm_validation_point {
  const lcm_binding *params; /* its values */
  size_t n_params;
  size_t runs; /* how many runs there were */
  /* the median of their elapsed times, without what is ignored */
  double measured;
  double least; /* least, most: of these */
  double most;
  /* predicted, low, high: the time and its 90 % interval; equal where no
   * coefficient is uncertain */
  double predicted;
  double low;
  double high;
  double ignored; /* the median of the time spent in what `ignore` leaves out */
  double error;   /* predicted / measured - 1 */
  bool covered;   /* measured lies in low .. high */
};

/* One category of one fragment over all points. */
struct lcm_validation_row {
  /* fragment, place, label: as measured (model/measurement/measurement.h), the
   * place else that in the program; "" the whole run */
  const char *fragment;
  const char *place;
  const char *label;
  /* "n_with" other fragments whose cost of the category this has, too, as one
   * model gives the sum */
  const char *const *with;
  size_t n_with;
  const char *category; /* its name */
  /* where it was measured or predicted to be more than nothing */
  size_t points;
  double share; /* of all measured processor-seconds */
  /* median of |predicted - measured| / measured where measured is not 0; NAN:
   * nowhere */
  double error;
  double worst; /* the largest of these */
  /* median of |predicted - measured| over p times the elapsed time */
  double of_run;
  size_t intervals; /* points at which the model has an interval */
  size_t covered;   /* that hold what was measured */
  /* how it is predicted: "measured" or "annotated" (a model here), "around"
   * (one of a node around it), "composed" (from the models inside or beside),
   * "derived" (no model covers it), "absent" (the run that is predicted has no
   * such place), "ignored" */
  const char *model;
  /* measured, predicted: processor-seconds at each point of the validation, NAN
   * where there is none */
  const double *measured;
  const double *predicted;
};

/* A whole validation. */
typedef struct lcm_validation {
  /* settings, in the order in which they were first measured */
  const struct lcm_validation_point *points;
  size_t n_points;
  /* by fragment, in the order of their share, and category */
  const struct lcm_validation_row *rows;
  size_t n_rows;
  double error; /* error, worst: median and largest |error| of the points */
  double worst;
  /* points whose interval holds what was measured, of "intervals" */
  size_t covered;
  size_t intervals;
  /* share of the measured processor-seconds that no model covers */
  double uncovered;
  double ignored;  /* share of the measured time that `ignore` leaves out */
  size_t left_out; /* records that were not used, as cut short */
} lcm_validation;

/* Return "validation" as JSON (lcm-validation/1). */
LCM_GIVE char *lcm_validation_to_json(const lcm_validation *validation);
