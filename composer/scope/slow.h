/* What accesses take that nobody foresees. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the seconds, a pure number, that the slow accesses of one execution of
 * the fragment "node" take on "machine"; NULL for none. */
const lcm_expr *lcm_facts_slow(struct lcm_facts_table *table,
                               const lcm_machine *machine,
                               const lcm_node *node);
