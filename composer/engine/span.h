/* The span of nodes. */
#pragma once

#include "composer/engine/run.h"

/* Return the time of "node" on unlimited processors, without overheads and
 * contention; models that depend on p are taken at "w". */
double lcm_run_span(struct lcm_run *run, const lcm_node *node, double w);
