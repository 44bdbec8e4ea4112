/* Whether what is predicted is within the limit of a contract, and why not. */
#pragma once

#include "study/contract/points.h"

/* Say in "out" whether the limit "terms" holds at all points; the first of the
 * worst is what it speaks of.  LCM_EPARSE where the program does not have the
 * category that is limited. */
LCM_NODISCARD lcm_status lcm_contract_limit(struct lcm_contract_result *out,
                                            const struct lcm_checking *c,
                                            const struct lcm_promise *terms);
