/* What operations weigh where a machine says so. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what "ast" itself, without what is below it, weighs where the options
 * of "l" have weights; "inside" a subscript sums and products are left to the
 * address. */
double lcm_weigh(struct lcm_lowering *l, const lcm_ast *ast, bool inside);

/* Return what a call of the mathematical function "external" weighs, which
 * does "flops" operations by the table. */
double lcm_weigh_call(const struct lcm_weights *weights,
                      const struct lcm_external *external, double flops);

/* Return how long after its operands the value of "ast", an operation, an
 * update or an element, is there. */
double lcm_weigh_delay(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the weight "weight" as an expression. */
const lcm_expr *lcm_weigh_expr(lcm_ctx *ctx, double weight);
