/* Maxima over an index. */
#pragma once

#include "composer/bound/terms/algebra.h"

/* Return the larger of "x" and "y", without terms that another is proved never
 * to be below. */
const lcm_expr *lcm_bound_larger(struct lcm_bound_algebra *a, const lcm_expr *x,
                                 const lcm_expr *y);

/* Return the maximum of "body", which is never negative, over "range"; 0 where
 * that is empty. */
const lcm_expr *lcm_bound_max(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body);
