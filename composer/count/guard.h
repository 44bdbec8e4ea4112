/* Conditions of nests. */
#pragma once

#include "composer/count/internal.h"

/* Return "nest" without those conditions behind its first "outer" steps that
 * hold or not for all of what it leads to and would cut that into pieces; put
 * them, as one condition, into "*guard", NULL where there are none. */
lcm_cost_nest *lcm_cost_guard(const lcm_expr **guard,
                              struct lcm_cost_store *store, lcm_cost_nest *nest,
                              size_t outer);

/* Return "e" where "guard" (NULL: always) holds, else 0. */
const lcm_expr *lcm_cost_guarded(lcm_ctx *ctx, const lcm_expr *guard,
                                 const lcm_expr *e);
