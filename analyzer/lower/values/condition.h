/* Conditions as expressions, also those of which only parts have a model. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the condition of the `if`, `while` or `switch` "ast", NULL where it
 * has no model. */
const lcm_expr *lcm_lower_condition(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_condition; where only some operands of its `||`, `&&` and `!`
 * have a model, the name "unknown" stands for the others. */
const lcm_expr *lcm_lower_partial_condition(struct lcm_lowering *l,
                                            const lcm_ast *ast);
