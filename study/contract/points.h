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

/* Put the definitions, as after -D, of the points that "terms" speak of into
 * "*out": theirs, and those of "c" for other variables; return how many. */
size_t lcm_contract_defines(const char *const **out,
                            const struct lcm_checking *c,
                            const struct lcm_promise *terms);

/* Put the points that "terms" speak of into "*out". */
LCM_NODISCARD lcm_status lcm_contract_grid(const lcm_grid **out,
                                           const struct lcm_checking *c,
                                           const struct lcm_promise *terms);
