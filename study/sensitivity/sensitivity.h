/* How much a time depends on each number that it is made of: prices of the
 * machine, coefficients and parameters of models. */
#pragma once

#include "composer/predict/predict.h"
#include "model/results/results.h"

/* What reads the program anew where what is counted in it depends on prices of
 * the machine; "user" is passed through. */
struct lcm_sensitivity_reader {
  /* whether it does so more on "machine" than on the one that the program was
   * read for; NULL: never */
  bool (*depends)(void *user, const lcm_machine *machine);
  /* return the program as it is read for "machine"; NULL: it cannot be */
  const lcm_program *(*read)(void *user, const lcm_machine *machine);
  void *user;
};

/* What is asked. */
struct lcm_sensitivity_request {
  const lcm_program *program;
  const lcm_prediction *prediction; /* of it, at the points of "grid" */
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  struct lcm_sensitivity_reader reader;
  bool all; /* tolerances at all points, not only at the last */
};

/* Put how the time of "request" depends on its numbers into "*out". */
LCM_NODISCARD lcm_status
lcm_sensitivity_find(const lcm_sensitivity **out, lcm_ctx *ctx,
                     const struct lcm_sensitivity_request *request);
