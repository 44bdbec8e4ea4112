/* What fragments move: bytes, how much of it caches may hold, and what moving
 * costs on the levels of memory of a machine. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the bytes that one execution of the fragment "node" moves as far as
 * its accesses say: each section once, scalars and private data not at all; and
 * those that it says itself.  NULL where nothing is known to move. */
const lcm_expr *lcm_facts_bytes(struct lcm_facts_table *table,
                                const lcm_node *node);

/* Return the traffic of the fragment "node"; what comes from memory is a first
 * touch where "machine" has no caches. */
const struct lcm_moves *lcm_facts_moves(struct lcm_facts_table *table,
                                        const lcm_machine *machine,
                                        const lcm_node *node);

/* Return the seconds that one core takes for a byte of "level", a cache. */
double lcm_level_rate(const struct lcm_level *level);

/* Return whether any movement of data costs something on "machine". */
bool lcm_machine_moves(const lcm_machine *machine);
