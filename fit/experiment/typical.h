/* Scaling samples to the typical run, the median of equal runs. */
#pragma once

#include "fit/experiment/growth.h"

/* Return, for each of the records "all", what computation that was seen by
 * samples is to be multiplied by to be that of a typical run (memory of
 * "arena"): of equal runs the one in the middle, by how long all of the program
 * computed.  The mean of samples is right where their median is not, but runs
 * that others slow down draw it up; how long a whole run took is known without
 * samples. */
const double *lcm_experiment_typical(lcm_arena *arena,
                                     const lcm_measurements *all);
