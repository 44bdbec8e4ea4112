/* A layout as SVG. */
#pragma once

#include "render/picture/layout.h"

/* Return it as SVG, for light and dark screens. */
LCM_GIVE char *lcm_layout_svg(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture);
