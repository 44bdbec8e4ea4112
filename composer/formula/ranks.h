/* Closed forms of teams of ranks. */
#pragma once

#include "composer/formula/internal.h"

/* Return the outcome of the team of ranks "node" on "w" processors; only where
 * all ranks do the same at the same times (composer/formula/ranks.c). */
struct lcm_closed lcm_formula_ranks(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w);
