/* Closed forms of what members of a team share. */
#pragma once

#include "composer/formula/internal.h"

/* Return the outcome of the PARALLEL "node", whose units share the team of
 * "f". */
struct lcm_closed lcm_formula_share(struct lcm_formula *f,
                                    const lcm_node *node);

/* Return the outcome of "node", which holds one critical section, executed by
 * all members of the team of "f" (van Gemund 1996, chapter 3: the skewing
 * formula). */
struct lcm_closed lcm_formula_critical(struct lcm_formula *f,
                                       const lcm_node *node);
