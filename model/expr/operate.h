/* What operators and functions make of doubles. */
#pragma once

#include "model/expr/types.h"

/* Return what the operator or function "kind" (of one or two arguments) makes
 * of "a" and "b". */
double lcm_expr_operate(lcm_expr_kind kind, double a, double b);

/* Return "base" to the whole power "k" by squaring. */
double lcm_expr_power(double base, double k);
