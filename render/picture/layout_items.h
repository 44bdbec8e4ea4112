/* Nodes and occurrences of a program as items of a picture. */
#pragma once

#include "render/picture/layout_internal.h"

/* Return whether "item" only arranges others from top to bottom. */
bool lcm_item_is_plain(const struct lcm_item *item);

/* Return whether "node" runs something in parallel. */
bool lcm_node_is_parallel(const lcm_node *node);

/* Put the occurrences of the point of "picture", or where it has none the
 * functions of the program, the entry first, then those that have something
 * parallel, into "items". */
void lcm_items_collect(struct lcm_items *items, lcm_ctx *ctx,
                       const struct lcm_picture *picture);
