#pragma once

#include "model/link/internal.h"

/* Let "node", which belongs to no finished program, have the attribute "key"
 * with "value" (model/link/link.c). */
void lcm_node_say(lcm_ctx *ctx, lcm_node *node, const char *key,
                  const char *value);
