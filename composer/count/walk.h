/* The walk of a count. */
#pragma once

#include "composer/count/internal.h"

/* Visit "node" and what it leads to. */
void lcm_cost_visit(struct lcm_cost_walk *walk, const lcm_node *node);
