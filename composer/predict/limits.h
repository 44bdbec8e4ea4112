/* What sets the time of each part of a program at one point. */
#pragma once

#include "composer/predict/internal.h"

/* Return what sets the time of "point", which "run" has executed and whose
 * occurrences are filled in, occurrence i being record number records[i]. */
const struct lcm_limits *lcm_predictor_limits(const struct lcm_predictor *p,
                                              const lcm_point *point,
                                              struct lcm_run *run,
                                              const size_t *records);
