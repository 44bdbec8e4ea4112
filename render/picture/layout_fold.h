/* Which items of a picture are shown and which are folded. */
#pragma once

#include "render/picture/layout_items.h"

/* Decide which of "items" are shown. */
void lcm_items_choose(struct lcm_items *items, lcm_ctx *ctx,
                      const struct lcm_picture *picture);
