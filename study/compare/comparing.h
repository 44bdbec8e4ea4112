/* A comparison under way: the variants, a line of the grid along which the
 * winner is looked for, and crossovers. */
#pragma once

#include "composer/predict/predict.h"

/* A comparison under way. */
struct lcm_comparing {
  lcm_ctx *ctx;
  const struct lcm_variant *variants;
  size_t n;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  struct lcm_predictor **predictors;  /* of the variants, on the grid */
  const lcm_prediction **predictions; /* predictions, winners: at its points */
  size_t *winners;
  size_t axis;                   /* along which crossovers are looked for */
  LCM_LIST(lcm_crossover) found; /* crossovers */
  bool incomplete;               /* there may be others */
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
 * from, to variants that win below and above */
struct lcm_crossing {
  double value;          /* where it is */
  const lcm_expr *exact; /* as an expression, or NULL */
  size_t from;
  size_t to;
  bool step; /* the difference jumps there */
};
