/* Whether the time grows as a contract says. */
#pragma once

#include "study/contract/points.h"

/* Say in "out" whether the time grows as "terms" say. */
LCM_NODISCARD lcm_status lcm_contract_growth(struct lcm_contract_result *out,
                                             const struct lcm_checking *c,
                                             const struct lcm_promise *terms);
