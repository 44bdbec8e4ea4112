/* Sums over an index. */
#pragma once

#include "composer/bound/terms/algebra.h"

/* Return the sum of "body" over "range". */
const lcm_expr *lcm_bound_sum(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body);

/* Return "e" where "condition", else 0. */
const lcm_expr *lcm_bound_where(struct lcm_bound_algebra *a,
                                const lcm_expr *condition, const lcm_expr *e);
