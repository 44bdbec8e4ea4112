/* The table of all expressions of a context; the parts of an expression. */
#pragma once

#include "model/expr/types.h"

/* Set the place that diagnostics of constructors in "ctx" name from now on. */
void lcm_expr_at(lcm_ctx *ctx, lcm_loc at);

/* Set whether constructors in "ctx" say nothing of numbers that there are not
 * (a division by zero, the logarithm of zero) and only return NULL, and return
 * whether they did: what is tried with values that nobody gave is no error of
 * the user's. */
bool lcm_expr_mute(lcm_ctx *ctx, bool muted);

/* Return the symbol "name", of dimension "dim".  The same name with two
 * dimensions makes two symbols, which is a fault of the caller. */
const lcm_expr *lcm_expr_symbol(lcm_ctx *ctx, const char *name, lcm_dim dim);

/* Return the kind and the dimension of "e", how many arguments it has, and
 * argument "i" of them. */
lcm_expr_kind lcm_expr_kind_of(const lcm_expr *e);
lcm_dim lcm_expr_dim(const lcm_expr *e);
size_t lcm_expr_arity(const lcm_expr *e);

/* Return how many operators and operands "e" has where it is written out, from
 * "most" on not more exactly. */
size_t lcm_expr_weight(const lcm_expr *e, size_t most);
const lcm_expr *lcm_expr_arg(const lcm_expr *e, size_t i);

/* Return the number by which the monomial "e" (LCM_X_MUL_OF) multiplies its
 * arguments. */
double lcm_expr_factor(const lcm_expr *e);

/* Return the name of a symbol, coefficient or bound index, else NULL. */
const char *lcm_expr_name(const lcm_expr *e);

/* Return whether "e" is a number without names, and put it into "*value". */
bool lcm_expr_is_number(const lcm_expr *e, double *value);

/* Return whether "e" (NULL: no) is exactly the integer "value". */
bool lcm_expr_is_int(const lcm_expr *e, long long value);

/* Return whether the symbol "name" occurs free in "e". */
bool lcm_expr_has(const lcm_expr *e, const char *name);

/* Return whether an expression of the kind "kind" is in "e". */
bool lcm_expr_has_kind(const lcm_expr *e, lcm_expr_kind kind);

/* Return whether "e" is made of more than "most" expressions where it is
 * written out. */
bool lcm_expr_is_longer(const lcm_expr *e, size_t most);

/* Return a number below, at or above 0 as "a" comes before, is, or comes
 * after "b" in the structural order (never by address). */
int lcm_expr_order(const lcm_expr *a, const lcm_expr *b);
