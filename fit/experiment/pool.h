/* Joining series that samples split among fragments into their sum. */
#pragma once

#include "fit/experiment/growth.h"

/* Return what says how "series" grows, "whole" being of the same category of
 * the whole run (or NULL). */
enum lcm_experiment_guide
lcm_experiment_guide_of(const struct lcm_experiment_series *series,
                        const struct lcm_experiment_series *whole);

/* Put what samples saw of the category of "whole", which is of the whole runs,
 * in each of them into "*out": the sum of those of the "n" "parts" that they
 * split it among.  Return whether that is several, and something. */
bool lcm_experiment_pool(struct lcm_experiment_series *out, lcm_ctx *ctx,
                         const struct lcm_experiment_series *whole,
                         const struct lcm_experiment_part *parts, size_t n);
