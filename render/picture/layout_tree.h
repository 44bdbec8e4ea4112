/* Shapes for the items that are shown. */
#pragma once

#include "render/picture/layout_items.h"

/* Return the shapes of those of "items" that are shown. */
lcm_shape *lcm_shape_tree(lcm_ctx *ctx, const struct lcm_picture *picture,
                          const struct lcm_items *items);
