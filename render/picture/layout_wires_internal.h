/* The lines that fork, join and go from shape to shape. */
#pragma once

#include "render/picture/layout.h"

/* Put the lines between the shapes of "layout" into it. */
void lcm_layout_wire(lcm_ctx *ctx, lcm_layout *layout);
