/* Parts that members and ranks execute again and again between what they wait
 * for: with the same values of the names on which they depend they come to the
 * same, and the same is noted of them. */
#pragma once

#include "composer/engine/run.h"

/* As lcm_run_serial. */
struct lcm_outcome lcm_run_part(struct lcm_run *run, const lcm_node *node,
                                double w);
