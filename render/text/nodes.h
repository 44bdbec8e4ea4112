/* A prediction by node, as text. */
#pragma once

#include "render/table/table.h"

/* Return the nodes of point "i" as an indented text tree with cost, share and
 * source line of each. */
LCM_GIVE char *lcm_render_nodes(lcm_ctx *ctx, const lcm_prediction *prediction,
                                size_t i, const struct lcm_style *style);
