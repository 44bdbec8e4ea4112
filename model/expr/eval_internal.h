/* How products with divisors and fractions are evaluated, also by tapes. */
#pragma once

#include "model/expr/node.h"

/* Return k where "e" is a divisor, base^-k with a whole k up to 64; else 0.
 * Products are evaluated with their divisors last, and exact coefficients as
 * fractions, so that 49*(1/49) is 1 and its floor too. */
double lcm_expr_divisor(const lcm_expr *e);

/* Return the denominator of the coefficient of the product "e" and put its
 * numerator into "*top"; 1 and the coefficient where they are no doubles. */
double lcm_expr_fraction(double *top, const lcm_expr *e);
