/* Arrays of several dimensions that are addressed by hand, a[i * n + j]. */
#pragma once

#include "model/sections/dependence.h"

/* Let the sections of the two "sides" have a step for each dimension of an
 * array that is addressed by hand: a[i * n + j] is a[i][j] where 0 <= j < n is
 * certain for both.  Sections of other memory are left alone. */
void lcm_sides_split(lcm_ctx *ctx, struct lcm_side sides[2]);

/* Return whether "e" speaks of an index of "side": of a loop around it, or one
 * that its section runs over. */
bool lcm_side_has_index(const struct lcm_side *side, const lcm_expr *e);
