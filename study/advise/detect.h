/* The table of detectors, and running all of them at all nodes. */
#pragma once

#include "study/advise/advising.h"

/* Put the findings of "a", whose program was not looked at yet, into
 * "*found". */
LCM_NODISCARD lcm_status lcm_advise_find(lcm_findings *found,
                                         struct lcm_advising *a);
