/* Counts of operations and bytes as text. */
#pragma once

#include "render/table/table.h"

/* Return "costs" as tables, one a function, with values at the first point of
 * "grid" (may be NULL) where all names have one there, else formulas. */
LCM_GIVE char *lcm_render_costs(lcm_ctx *ctx, const lcm_costs *costs,
                                const lcm_grid *grid, lcm_format format,
                                const struct lcm_style *style);
