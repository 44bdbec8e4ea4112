/* What declarations and assignments give to variables. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the value that the declaration or assignment "ast" gives; NULL where
 * it gives none or one without a model. */
const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the expression "value", whose text stands between "begin" and "end",
 * as a whole number, which a `return` makes of it or a cast; NULL where it has
 * no model. */
const lcm_expr *lcm_lower_whole(struct lcm_lowering *l, const lcm_ast *value,
                                size_t begin, size_t end);

/* Return what the update "ast", `x++` or `x += e`, gives to its variable, a
 * whole number; NULL where that is not known. */
const lcm_expr *lcm_lower_updated(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether what the user gives (-D) holds for the variable that "ast",
 * its declaration or an assignment, sets to "value": a number where the
 * variable stays a symbol; in `main`, what it computes once, or holds without
 * arguments, outside of loops, and no thread or rank has for itself (other
 * functions may call something else so). */
bool lcm_lower_is_overridden(struct lcm_lowering *l, const lcm_ast *ast,
                             const lcm_expr *value);
