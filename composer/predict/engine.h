/* A program executed at a point. */
#pragma once

#include "composer/engine/engine.h"

struct lcm_predictor;

/* Predict point "i" but for its interval into "*point" by executing the
 * structure. */
LCM_NODISCARD lcm_status lcm_predictor_point(struct lcm_predictor *p,
                                             lcm_point *point, size_t i);

/* Return the time at point "i" by executing the structure; NaN where there is
 * none. */
double lcm_predictor_time(struct lcm_predictor *p, size_t i);

/* Put the time at point "i" on "w" processors into "*time", by executing the
 * structure with the coefficients of "p" being "moves" (NULL: nothing) more
 * than they are. */
LCM_NODISCARD lcm_status lcm_predictor_moved(double *time,
                                             struct lcm_predictor *p, size_t i,
                                             double w, const double *moves);

/* Set work, speedup, efficiency and interval of "point" from its times and its
 * gradient. */
void lcm_predictor_derive(struct lcm_predictor *p, lcm_point *point);

/* Let "point" be bound by the span, the work over p or the longest of the "n"
 * demands. */
void lcm_predictor_bound(lcm_point *point, const struct lcm_demand *demands,
                         size_t n);
