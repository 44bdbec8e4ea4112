#pragma once

#include "render/picture/layout_internal.h"

/* Decide which of "items" are shown (render/picture/layout_fold.c). */
void lcm_items_choose(struct lcm_items *items, lcm_ctx *ctx,
                      const struct lcm_picture *picture);
