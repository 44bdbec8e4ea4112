#pragma once

#include "composer/engine/internal.h"

/* Let the records below the open one have what the "count" iterations of the
 * loop "node", by a crew of "w", come to, "all" together: what some of them,
 * evenly spread, come to, made to fit; the demands are not touched. */
void lcm_run_sample(struct lcm_run *run, const lcm_node *node, double w,
                    double count, const struct lcm_outcome *all);
