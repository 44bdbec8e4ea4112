/* One sentence on a point of a prediction. */
#pragma once

#include "model/results/results.h"

/* Return the bounds of "point" where there are any, else NULL. */
const struct lcm_bound_result *lcm_point_bounds(const lcm_point *point);

/* Append one sentence on point "i" of a model that was not composed. */
void lcm_put_model_headline(lcm_buf *buf, const lcm_prediction *prediction,
                            size_t i);

/* Append one sentence on point "i", without a full stop at the end. */
void lcm_put_headline(lcm_buf *buf, const lcm_prediction *prediction, size_t i);
