/* Sums of roundings. */
#pragma once

#include "composer/bound/terms/algebra.h"

/* Return the sum of "body", which has floors, ceilings or remainders of the
 * index, or NULL (van Gemund 1996, appendix C, in general). */
const lcm_expr *lcm_bound_sum_floors(struct lcm_bound_algebra *a,
                                     struct lcm_range range,
                                     const lcm_expr *body);
