/* The value of a fitted model at new points, with its interval. */
#pragma once

#include "fit/types.h"

/* What a model says of a point: a value, and the interval in which one more
 * measurement there is with the probability asked for. */
struct lcm_fit_predicted {
  double value;
  double low;
  double high;
};

/* Return the covariance of what "model" says at the values "a" of its "n"
 * variables with what it says at the values "b", by that of its coefficients;
 * NaN where it says nothing. */
double lcm_fit_covariance(lcm_ctx *ctx, const lcm_fit_model *model,
                          const lcm_binding *a, const lcm_binding *b, size_t n);

/* Put what "model" says at the values "at" of its "n" variables, the
 * probability being "level", into "*out". */
LCM_NODISCARD lcm_status lcm_fit_predict(struct lcm_fit_predicted *out,
                                         lcm_ctx *ctx,
                                         const lcm_fit_model *model,
                                         const lcm_binding *at, size_t n,
                                         double level);
