/* What operators and functions make of doubles. */
#pragma once

#include "model/expr/types.h"

/* Return what the operator or function "kind" (of one or two arguments) makes
 * of "a" and "b". */
double lcm_expr_operate(lcm_expr_kind kind, double a, double b);

/* Return "base" to the whole power "k" by squaring. */
double lcm_expr_power(double base, double k);

/* Return k where "e" is a divisor, base^-k with a whole k up to 64; else 0.
 * Products are evaluated with their divisors last, and exact coefficients as
 * fractions, so that 49*(1/49) is 1 and its floor too. */
double lcm_expr_divisor(const lcm_expr *e);

/* Return the denominator of the coefficient of the product "e" and put its
 * numerator into "*top"; 1 and the coefficient where they are no doubles. */
double lcm_expr_fraction(double *top, const lcm_expr *e);
