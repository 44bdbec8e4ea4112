/* Prices of fragments by their static cost. */
#pragma once

#include "composer/engine/run.h"

/* Return the bytes that one execution of the fragment "node" moves as far as
 * its accesses say: each section once, scalars and private data not at all; and
 * those that it says itself.  NULL where nothing is known to move. */
const lcm_expr *lcm_run_bytes(struct lcm_run *run, const lcm_node *node);

/* Return the price of the fragment "node" by its static cost: the larger of its
 * operations and its bytes; notes what is not known. */
struct lcm_price lcm_run_static(struct lcm_run *run, const lcm_node *node);

/* Note of all nodes whether their computation was measured and stands in the
 * model of another node of their function, whose `measured` names them
 * (`of=`): their static cost would count it again. */
void lcm_run_find_elsewhere(struct lcm_run *run);
