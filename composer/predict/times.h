/* Times at points, and nothing else. */
#pragma once

#include "model/structure/structure.h"

struct lcm_predictor;

/* Put the time at each point of "grid", which has the names of the grid of "p",
 * into "times"; NaN where there is none.  Diagnostics are dropped. */
void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid);
