/* What code moves through a memory hierarchy, found once for each body. */
#pragma once

#include "model/sections/traffic.h"

/* As lcm_traffic_find; what is found is kept in "ctx" for the next time that
 * the traffic in "body" is asked for, of this program or one that shares it. */
void lcm_traffic_recall(lcm_ctx *ctx, const lcm_program *program,
                        const lcm_node *body, lcm_traffic_fn fn, void *user);
