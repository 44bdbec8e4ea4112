/* Following findings one after the other: the best sequence. */
#pragma once

#include "study/advise/advising.h"

/* Put the best sequence of findings of "a", "found" being its own, into
 * "out". */
LCM_NODISCARD lcm_status lcm_advise_search(lcm_findings *out,
                                           struct lcm_advising *a,
                                           const lcm_findings *found);
