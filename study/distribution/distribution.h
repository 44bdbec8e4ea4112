/* How the time of a program that is a matter of chance is distributed. */
#pragma once

#include "composer/predict/predict.h"
#include "model/results/results.h"

/* What is asked. */
struct lcm_distribution_request {
  const lcm_program *program;
  const lcm_prediction *prediction; /* of it */
  const struct lcm_predict_options *options;
  double within; /* a time whose chance is asked for; NaN: none */
};

/* Put the distribution of the time of "request" at the points of its prediction
 * into "*out": composed where that is exact or of independent parts, else
 * simulated. */
LCM_NODISCARD lcm_status
lcm_distribution_find(const lcm_distribution **out, lcm_ctx *ctx,
                      const struct lcm_distribution_request *request);
