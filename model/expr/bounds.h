/* Assumptions about symbols, and the bounds of expressions that they prove. */
#pragma once

#include "model/expr/types.h"

/* Say that "symbol" lies in low..high and whether it is a whole number, for
 * simplifications that need a proof; infinite bounds are allowed. */
void lcm_expr_assume(lcm_ctx *ctx, const lcm_expr *symbol, double low,
                     double high, bool whole);

/* Take back all that was assumed in "ctx": what a program says of its names
 * does not hold for those of the next one that is read. */
void lcm_expr_assume_nothing(lcm_ctx *ctx);

/* Put bounds on the value of "e" that the assumptions prove into "low" and
 * "high" (possibly infinite). */
void lcm_expr_bounds(double *low, double *high, const lcm_expr *e);

/* Return whether "e" is at least 0 where no name stands for less, or the
 * assumptions prove it. */
bool lcm_expr_is_natural(const lcm_expr *e);
