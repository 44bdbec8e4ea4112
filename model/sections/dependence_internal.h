/* Sections in common: what model/sections/isl_dependence.c and model/sections/split.c say to each
 * other. */
#pragma once

#include "model/sections/dependence.h"

/* Return whether 0 <= "e" <= "high" is certain for all values of the indices of
 * "side" and of its section. */
bool lcm_side_keeps(lcm_ctx *ctx, const struct lcm_side *side,
                    const lcm_expr *e, const lcm_expr *high);

/* Let the sections of the two "sides" have a step for each dimension of an
 * array that is addressed by hand: a[i * n + j] is a[i][j] where 0 <= j < n is
 * certain for both.  Sections of other memory are left alone. */
void lcm_sides_split(lcm_ctx *ctx, struct lcm_side sides[2]);
