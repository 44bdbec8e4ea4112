/* Points of a quantity: repetitions grouped, outliers and scatter found,
 * weights. */
#pragma once

#include "fit/internal.h"

/* Put the points of "data" into "*out", in memory of "arena". */
void lcm_fit_points_take(struct lcm_fit_points *out, lcm_arena *arena,
                         const struct lcm_fit_data *data,
                         const struct lcm_fit_options *options);

/* Say whether the deviation of "points" is relative, and count the scatter by
 * that. */
void lcm_fit_points_weigh(struct lcm_fit_points *points, bool relative);

/* Return whether "points" are 0 wherever variable "v", which counts processors,
 * is 1, and not everywhere: a model has to be so, too. */
bool lcm_fit_vanishes(const struct lcm_fit_points *points, size_t v);

/* Return whether group "g" is 0 where deviations are relative, or of necessity:
 * it says what the value is, but nothing of how much values deviate. */
bool lcm_fit_is_void(const struct lcm_fit_points *points, size_t g);

/* Put those variables of "points" that have several values, and all else of
 * them, into "*out". */
void lcm_fit_points_varying(struct lcm_fit_points *out, lcm_arena *arena,
                            const struct lcm_fit_points *points);

/* Return what the variance of a value of "points" is proportional to. */
double lcm_fit_variance(const struct lcm_fit_points *points, double value);
