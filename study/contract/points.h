/* The points that contracts speak of. */
#pragma once

#include "composer/predict/predict.h"
#include "model/contract/contract.h"

/* A program whose contracts are checked. */
struct lcm_checking {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_predict_options *options;
  const char *const *defines; /* as after -D, "n_defines" of them */
  size_t n_defines;
};

/* Return the value of "e" without names; NaN where it has none. */
double lcm_contract_number(const lcm_expr *e);

/* Put the points that "terms" speak of into "*out"; the "n_more" definitions at
 * "more" count before theirs, and these before those of "c". */
LCM_NODISCARD lcm_status lcm_contract_grid(const lcm_grid **out,
                                           const struct lcm_checking *c,
                                           const struct lcm_promise *terms,
                                           const char *const *more,
                                           size_t n_more);
