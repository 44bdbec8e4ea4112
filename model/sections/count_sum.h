#pragma once

#include "model/sections/count_internal.h"

/* Return how many numbers a row has. */
size_t lcm_count_width(const struct lcm_count *s);

/* Return a row of zeros. */
struct lcm_count_row lcm_count_new_row(const struct lcm_count *s, bool equal);

/* Add the sum of "body" over the whole points of "rows", where "guard" (may be
 * NULL) holds, to the terms. */
void lcm_count_add(struct lcm_count *s, lcm_count_rows rows,
                   const lcm_expr *guard, const lcm_expr *body);

/* Return the terms of "s" as one expression. */
const lcm_expr *lcm_count_total(const struct lcm_count *s);
