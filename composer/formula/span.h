/* The span in closed form. */
#pragma once

#include "composer/formula/internal.h"

/* Return the span of "node", as lcm_run_span; NULL stands for 0. */
const lcm_expr *lcm_formula_span(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w);
