#pragma once

#include "composer/engine/internal.h"

/* Return the traffic of the fragment "node"; everything is a first touch where
 * the machine has no caches (composer/engine/messages/traffic.c). */
const struct lcm_moves *lcm_run_traffic(struct lcm_run *run,
                                        const lcm_node *node);
