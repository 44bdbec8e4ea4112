/* Closed forms of nodes by one crew. */
#pragma once

#include "composer/formula/internal.h"

/* Return the outcome of "node" on "w" processors. */
struct lcm_closed lcm_formula_serial(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w);
