/* What findings gain at other points of the grid. */
#pragma once

#include "study/advise/advising.h"

/* Put what the findings "found" of "a", which are those of "out", gain at all
 * points of its grid into "out", and what is found at other points alone. */
void lcm_advise_points(lcm_advice *out, struct lcm_advising *a,
                       const lcm_findings *found);
