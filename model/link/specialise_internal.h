#pragma once

#include "model/link/internal.h"

/* Put the functions, and parameters that are pointers to functions, that the
 * call "node" passes into "list". */
void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx, const lcm_node *node);
