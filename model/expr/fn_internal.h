#pragma once

#include "model/expr/internal.h"

/* Return the value of the operator "kind" of doubles, as lcm_expr_eval and
 * the tapes compute it. */
double lcm_expr_compute(lcm_expr_kind kind, double a, double b);
