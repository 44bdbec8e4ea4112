/* Making interned nodes, for the constructors of model/expr. */
#pragma once

#include "model/expr/internal.h"

/* Return the state of "ctx", made when it is first asked for. */
struct lcm_expr_state *lcm_expr_state(lcm_ctx *ctx);

/* Return the one expression equal to "draft" (its hash, mask and depth need not
 * be set); NULL when it is nested too deeply or the budget is spent. */
const lcm_expr *lcm_expr_intern(lcm_ctx *ctx, const lcm_expr *draft);

/* Return the number "rat" of dimension "dim". */
const lcm_expr *lcm_expr_number(lcm_ctx *ctx, lcm_rat rat, lcm_dim dim);

/* Return a draft of "kind" and "dim" with the "n" operands "args" interned. */
const lcm_expr *lcm_expr_node(lcm_ctx *ctx, lcm_expr_kind kind, lcm_dim dim,
                              const lcm_expr *const *args, size_t n);

/* Report that "what" was given dimensions "a" and "b"; returns NULL. */
const lcm_expr *lcm_expr_mismatch(lcm_ctx *ctx, const char *what, lcm_dim a,
                                  lcm_dim b);

/* Return whether "e" is the exact number 0. */
bool lcm_expr_is_zero(const lcm_expr *e);
