/* How much of what a fragment takes its operations need by themselves. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Let "node" say as attribute "name" which share of "all", its operations or
 * cycles with the time in which they wait for each other, is left without that:
 * "busy".  Where both depend on names, for values of some size. */
void lcm_busy_note(struct lcm_lowering *l, lcm_node *node, const char *name,
                   const lcm_expr *all, const lcm_expr *busy);
