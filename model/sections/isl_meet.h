/* Whether two accesses meet, with an example. */
#pragma once

#include "model/sections/meet.h"

/* Put whether the two sides of "pairing" touch the same element into "*out";
 * "known" is what was found before, and is added to. */
void lcm_sections_meet(struct lcm_met *out, lcm_ctx *ctx,
                       struct lcm_compared *known,
                       const struct lcm_pairing *pairing);
