#pragma once

#include "composer/bound/internal.h"

/* Return the sum of the condition "guard" times "rest", or NULL. */
const lcm_expr *lcm_bound_sum_guard(struct lcm_bound_algebra *a,
                                    struct lcm_range range,
                                    const lcm_expr *guard,
                                    const lcm_expr *rest);
