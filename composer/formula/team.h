/* Closed forms of teams. */
#pragma once

#include "composer/formula/internal.h"

/* Return the outcome of the team "node" on "w" processors. */
struct lcm_closed lcm_formula_team_of(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w);
