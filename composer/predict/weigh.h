/* The last point of a prediction with its nodes, and how much of the time is in
 * what is not known. */
#pragma once

#include "composer/predict/internal.h"

/* The last point of a prediction by "p", to be executed once more with all its
 * nodes when somebody asks for them. */
struct lcm_weighing {
  struct lcm_predictor *p;
  const lcm_grid *grid; /* that point alone */
  lcm_point point;
  bool asked;
  bool done;
};

/* Return the point of "weighing" with its nodes; NULL where that takes too much
 * memory. */
const lcm_point *lcm_weighing_point(struct lcm_weighing *weighing);

/* Put into the loops and conditions that are unknown in "out", the prediction
 * that "weighing" is of, which share of the time at the last point is in them,
 * as they count; none where that takes too much memory. */
void lcm_unknown_weigh(lcm_prediction *out, struct lcm_weighing *weighing);

/* Return the last point of "grid" as a grid. */
const lcm_grid *lcm_grid_last(lcm_ctx *ctx, const lcm_grid *grid);
