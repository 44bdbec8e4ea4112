/* Whether two accesses meet, with an example. */
#pragma once

#include "model/sections/meet.h"

/* Put whether the two sides of "pairing" touch the same element into "*out". */
void lcm_sections_meet(struct lcm_met *out, lcm_ctx *ctx,
                       const struct lcm_pairing *pairing);
