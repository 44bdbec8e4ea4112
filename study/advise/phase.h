/* Phases of the run, and how well each uses its processors. */
#pragma once

#include "study/advise/advising.h"

/* Put the phases of the run into "out". */
void lcm_advise_phases(lcm_advice *out, struct lcm_advising *a);
