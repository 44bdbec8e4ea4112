/* What fragments move: bytes, and how much of it caches may hold. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the bytes that one execution of the fragment "node" moves as far as
 * its accesses say: each section once, scalars and private data not at all; and
 * those that it says itself.  NULL where nothing is known to move. */
const lcm_expr *lcm_facts_bytes(struct lcm_facts_table *table,
                                const lcm_node *node);

/* Return the traffic of the fragment "node"; everything is a first touch where
 * "machine" has no caches. */
const struct lcm_moves *lcm_facts_moves(struct lcm_facts_table *table,
                                        const lcm_machine *machine,
                                        const lcm_node *node);
