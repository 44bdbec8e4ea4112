/* A comparison under way: the variants, a line of the grid along which the
 * winner is looked for, and crossovers. */
#pragma once

#include "base/list.h"
#include "composer/predict/predict.h"
#include "model/results/results.h"

/* A comparison under way.
 * predictors    of the variants, on the grid
 * predictions, winners   at its points
 * axis          along which crossovers are looked for
 * found         crossovers
 * incomplete    there may be others */
struct lcm_comparing {
  lcm_ctx *ctx;
  const struct lcm_variant *variants;
  size_t n;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  struct lcm_predictor **predictors;
  const lcm_prediction **predictions;
  size_t *winners;
  size_t axis;
  LCM_LIST(lcm_crossover) found;
  bool incomplete;
};

/* A line of the grid along the axis: "n" points from number "first" on,
 * "stride" apart; the axis goes from "low" to "high". */
struct lcm_comparing_line {
  size_t first;
  size_t stride;
  size_t n;
  double low;
  double high;
};

/* A crossover on a line.
 * value    where it is; exact: as an expression, or NULL
 * from, to variants that win below and above
 * step     the difference jumps there */
struct lcm_crossing {
  double value;
  const lcm_expr *exact;
  size_t from;
  size_t to;
  bool step;
};
