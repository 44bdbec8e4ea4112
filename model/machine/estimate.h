/* The value around which measured times cluster, outliers being late. */
#pragma once

#include "model/machine/calibration.h"

/* Return around which value the "n" numbers at "samples" cluster, others being
 * late by chance: halves that lie closest together are looked for in halves,
 * down to a few, of which it is the median.  The interval is that of 200
 * resamplings, the same ones each time. */
struct lcm_estimate lcm_estimate_cluster(lcm_arena *arena,
                                         const double *samples, size_t n);
