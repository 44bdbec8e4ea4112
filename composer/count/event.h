/* Operations that nodes state. */
#pragma once

#include "composer/count/internal.h"

/* Add what "node" counts. */
void lcm_cost_add(struct lcm_cost_walk *walk, const lcm_node *node);

/* Count the call "node" of a function from elsewhere that says what it costs.
 */
void lcm_cost_priced(struct lcm_cost_walk *walk, const lcm_node *node);
