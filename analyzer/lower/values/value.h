/* What declarations and assignments give to variables. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the value that the declaration or assignment "ast" gives; NULL where
 * it gives none or one without a model. */
const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast);

/* Return what the update "ast", `x++` or `x += e`, gives to its variable, a
 * whole number; NULL where that is not known. */
const lcm_expr *lcm_lower_updated(struct lcm_lowering *l, const lcm_ast *ast);
