/* Layouts from beginning to end: items, folding, shapes, places, lines. */
#pragma once

#include "render/picture/layout.h"

/* Return the layout of "picture"; a place to be unfolded that is nowhere in it
 * is a diagnostic. */
const lcm_layout *lcm_layout_new(lcm_ctx *ctx,
                                 const struct lcm_picture *picture);
