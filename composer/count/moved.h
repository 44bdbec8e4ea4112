/* Bytes moved into a cache. */
#pragma once

#include "composer/count/internal.h"

/* Begin a part of what is executed, and end the part that began last, whose
 * steps are those of the walk.  Return the bytes that it moves into the cache:
 * what one execution touches once where that fits, else what its parts move;
 * NULL where nobody asked. */
void lcm_cost_open_part(struct lcm_cost_walk *walk);
const lcm_expr *lcm_cost_close_part(struct lcm_cost_walk *walk);

/* End the part that began last, an iteration of a loop: where it fits together
 * with the one before, it moves what that has not touched. */
void lcm_cost_close_iteration(struct lcm_cost_walk *walk);
