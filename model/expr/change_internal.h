/* Rebuilding an expression with other operands. */
#pragma once

#include "model/expr/node.h"

/* Return the expression of "kind" of "args" rebuilt by its constructor, for
 * those that have operands; "like" gives what operands do not. */
const lcm_expr *lcm_expr_rebuild(lcm_ctx *ctx, const lcm_expr *like,
                                 const lcm_expr *const *args);
