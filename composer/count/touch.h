/* Accesses of nodes. */
#pragma once

#include "composer/count/internal.h"

/* Return "section" of the function as one of the data of the function where the
 * count began. */
lcm_section lcm_cost_globalize(const struct lcm_cost_walk *walk,
                               const lcm_section *section);

/* Note the accesses "sections" of "node". */
void lcm_cost_touch_all(struct lcm_cost_walk *walk, const lcm_node *node,
                        const lcm_section *sections, size_t n);
