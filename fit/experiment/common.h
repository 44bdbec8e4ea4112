/* The error that all models of a size share: how far whole runs are from the
 * sum of their models. */
#pragma once

#include "fit/experiment/growth.h"

/* Return by which share of their time the runs of a size are off from what the
 * models of the "n" "parts", all of what "all" has, add up to: half of the 90 %
 * interval.  A size has something of its own (how arrays lie in a cache, a
 * machine that was slow for a while), which is no error of one model but of all
 * of them together.  It is the root of the mean square of the differences over
 * that of the sums, so that long runs say more than short ones.  0 where
 * there are no whole runs of two settings. */
double lcm_experiment_common(lcm_ctx *ctx, const lcm_measurements *all,
                             const struct lcm_experiment_part *parts, size_t n);
