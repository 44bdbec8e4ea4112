/* Naming the parts that occur several times in an expression that is shown. */
#pragma once

#include "model/expr/types.h"

/* Return "e" with names for those of its parts that occur more than once and
 * are long; put these into "*parts" (memory of "ctx") and how many there are
 * into "*n", each by the names of those before it.  Replacing the names, the
 * last first, gives a value equal to that of "e". */
const lcm_expr *lcm_expr_share(const struct lcm_shared **parts, size_t *n,
                               lcm_ctx *ctx, const lcm_expr *e);

/* Replace the "n" expressions at "all" by such that use names for the parts
 * that occur more than once in all of them together; put these into "*parts"
 * (memory of "ctx"), as above, and return how many there are. */
size_t lcm_expr_share_all(const struct lcm_shared **parts, lcm_ctx *ctx,
                          const lcm_expr **all, size_t n);
