/* Bytes of a set of accesses. */
#pragma once

#include "composer/count/internal.h"

/* Return the bytes of the different elements that the "n" accesses at "touches"
 * touch in one execution of what the first "outer" of their steps lead to;
 * where "line" is not 0, of the lines of so many bytes that they touch. */
const lcm_expr *lcm_cost_bytes(struct lcm_cost_bound *bound,
                               struct lcm_cost_store *store,
                               lcm_cost_touch *const *touches, size_t n,
                               size_t outer, long long line);
