/* Costs that stand in the models of other nodes. */
#pragma once

#include "composer/scope/traits.h"

/* Return whether the computation of "node" was measured and stands in the model
 * of another node of its function, whose `measured` names it (`of=`): its
 * static cost would count it again. */
bool lcm_facts_are_elsewhere(struct lcm_facts_table *table,
                             const lcm_node *node);
