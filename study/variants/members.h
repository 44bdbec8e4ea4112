/* How many ranks and threads a grid gives, beside how many processors. */
#pragma once

#include "study/variants/variants.h"

/* Warn where values that the grid of "use" gives for ranks and threads have no
 * effect: beside p, which says how many processors there are, or because the
 * programs have none; those that have none at any point are idle. */
void lcm_grid_check_members(lcm_ctx *ctx, const struct lcm_grid_use *use);
