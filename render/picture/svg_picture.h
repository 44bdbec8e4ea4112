/* A layout as SVG. */
#pragma once

#include "render/picture/layout.h"

/* Return it as SVG: what Graphviz makes of the DOT, but for the resources of
 * models, in a small part of the time. */
LCM_GIVE char *lcm_layout_svg(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture);
