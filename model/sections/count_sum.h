/* Sums over the whole points that rows of constraints describe. */
#pragma once

#include "model/sections/count_internal.h"

/* Add the sum of "body" over the whole points of "rows", where "guard" (may be
 * NULL) holds, to the terms. */
void lcm_count_add(struct lcm_count *s, lcm_count_rows rows,
                   const lcm_expr *guard, const lcm_expr *body);

/* Return the terms of "s" as one expression. */
const lcm_expr *lcm_count_total(const struct lcm_count *s);
