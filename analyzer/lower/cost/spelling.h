/* Values of expressions whose text is not what an expression of ours is: with
 * sizes written out as numbers, and variables of other functions. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the value of the expression of C between the offsets "begin" and
 * "end", whose syntax is "ast" (NULL: it has none), with the sizes that it asks
 * for; NULL where it has no model. */
const lcm_expr *lcm_spelling_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   size_t begin, size_t end);

/* Return the number that the expression "ast" is, in whichever function it
 * stands: of numbers and of variables that are set once, to such an expression;
 * NULL where it is none, and where the user gives one of the variables a
 * value. */
const lcm_expr *lcm_spelling_number(struct lcm_lowering *l, const lcm_ast *ast);
