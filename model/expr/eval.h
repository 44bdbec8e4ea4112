/* The value of an expression at a point. */
#pragma once

#include "model/expr/types.h"

/* Evaluate "e" with the "n" bindings of "env" into "*out".  LCM_EUNBOUND for
 * a name without a value, or with NaN for one, LCM_EDOMAIN for a result that is
 * NaN; nothing is reported. */
LCM_NODISCARD lcm_status lcm_expr_eval(double *out, const lcm_expr *e,
                                       const lcm_binding *env, size_t n);

/* The same in at most "*steps" operations, from which those that were done are
 * taken; LCM_EBUDGET where they do not suffice. */
LCM_NODISCARD lcm_status lcm_expr_eval_within(double *out, const lcm_expr *e,
                                              const lcm_binding *env, size_t n,
                                              unsigned long long *steps);
