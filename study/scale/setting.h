/* Predicting settings beside the points of the grid. */
#pragma once

#include "study/scale/scaling.h"

/* Return a setting of point "base" on "p" processors. */
struct lcm_setting lcm_setting_at(const struct lcm_scaling *s, size_t base,
                                  double p);

/* Return whether variable "j" of the grid of "s" counts processors. */
bool lcm_scaling_counts(const struct lcm_scaling *s, size_t j);

/* Return a grid of the "n" settings at "settings"; values that cannot be
 * determined are NaN. */
const lcm_grid *lcm_scaling_grid(struct lcm_scaling *s,
                                 const struct lcm_setting *settings, size_t n);

/* Put the times of the "n" settings at "settings" into "times"; NaN where there
 * is none. */
void lcm_scaling_times(double *times, struct lcm_scaling *s,
                       const struct lcm_setting *settings, size_t n);

/* Put the efficiencies of the "n" settings at "settings" into "out", likewise.
 */
void lcm_scaling_efficiencies(double *out, struct lcm_scaling *s,
                              const struct lcm_setting *settings, size_t n);

/* Return whether the times of "s" come from a closed form, so that many of them
 * are cheap. */
bool lcm_scaling_is_cheap(const struct lcm_scaling *s);
