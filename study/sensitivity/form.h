/* The closed form of a time over its numbers. */
#pragma once

#include "study/sensitivity/internal.h"

/* Find the closed form of "s", and where it says its times. */
void lcm_form_find(struct lcm_sensing *s);

/* Put the value of "e" at point "i" with "number" times "factor" into "*out";
 * false where it has none. */
bool lcm_form_value(double *out, const struct lcm_sensing *s, const lcm_expr *e,
                    size_t i, const struct lcm_number *number, double factor);
