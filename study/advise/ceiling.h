/* What each fragment can gain at most. */
#pragma once

#include "study/advise/advising.h"

/* Put what fragments can gain at most into "out". */
void lcm_advise_ceilings(lcm_advice *out, struct lcm_advising *a);
