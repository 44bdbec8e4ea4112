/* Lines that the members of a team write at the same time: what one of them
 * writes is not what another one does, but lies beside it. */
#pragma once

#include "composer/scope/traits.h"
#include "model/machine/machine.h"

/* Return the "*n" places that the fragment "node" writes for which, on
 * "machine", it depends on the member of the team which they are. */
const struct lcm_shared_line *lcm_facts_lines(size_t *n,
                                              struct lcm_facts_table *table,
                                              const lcm_machine *machine,
                                              const lcm_node *node);

/* Return the seconds, by the size of the team, that the writes of "node" to
 * lines take which others write, too; NULL: none, or "machine" has no price of
 * that. */
const lcm_expr *lcm_shared_time(struct lcm_facts_table *table,
                                const lcm_machine *machine,
                                const lcm_node *node);
