/* The map of the fastest variants over two variables as SVG. */
#pragma once

#include "render/chart/types.h"

/* Append who is fastest where over the two variables of "c" that vary as a
 * picture (SVG) whose ids begin with "id": areas between the points of the
 * grid, divided by the crossovers that were found on its lines.  False, and
 * nothing, where not two vary. */
bool lcm_put_winner_map(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                        const char *id);
