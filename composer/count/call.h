/* Counting calls.  Operations that nodes state. */
#pragma once

#include "composer/count/internal.h"

/* Visit what the call "node" executes. */
void lcm_cost_call(struct lcm_cost_walk *walk, const lcm_node *node);

/* Add what "node" counts. */
void lcm_cost_add(struct lcm_cost_walk *walk, const lcm_node *node);
