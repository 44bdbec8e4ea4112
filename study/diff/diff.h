/* What changed in the time of a program from one revision to the next. */
#pragma once

#include "composer/predict/predict.h"

/* Two revisions, and how they are looked at. */
struct lcm_revisions {
  struct lcm_variant variants[LCM_N_REVISIONS];
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  const char *const *defines; /* as after -D, "n_defines" of them */
  size_t n_defines;
  double threshold; /* parts that change the time by more are told */
};

/* Find what changed from one of "revisions" to the other into "*out": the time
 * at the points of the grid, which parts make it change, how it grows with
 * each variable that both have, and whether contracts hold. */
LCM_NODISCARD lcm_status lcm_diff(const lcm_difference **out, lcm_ctx *ctx,
                                  const struct lcm_revisions *revisions);
