/* A layout as DOT in which all positions are fixed. */
#pragma once

#include "render/picture/layout.h"

/* Return "layout", which is that of "picture", as DOT with all positions
 * fixed. */
LCM_GIVE char *lcm_layout_dot(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture);

/* Return the picture as DOT, with positions already fixed where the graph is
 * large. */
LCM_GIVE char *lcm_render_dot(lcm_ctx *ctx, const struct lcm_picture *picture);
