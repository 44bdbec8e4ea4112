#pragma once

#include "model/sections/dependence.h"

/* Return whether 0 <= "e" <= "high" is certain for all values of the indices of
 * "side" and of its section. */
bool lcm_side_keeps(lcm_ctx *ctx, const struct lcm_side *side,
                    const lcm_expr *e, const lcm_expr *high);
