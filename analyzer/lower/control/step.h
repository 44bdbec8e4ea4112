#pragma once

#include "analyzer/lower/access/access.h"

/* Put what the local variable "key" holds where "at", an expression of the
 * fragment, is executed into "*out": its value for `x++` and `++x`.  False
 * where that is not known for certain. */
bool lcm_step_back(struct lcm_held *out, struct lcm_collection *c,
                   const lcm_ast *at, const char *key);

/* Return the same as a number; NULL where that is not known. */
const lcm_expr *lcm_step_number(struct lcm_collection *c, const lcm_ast *at,
                                const char *key);

/* Return by how much the update "update" moves its variable, NULL where that
 * may differ from time to time. */
const lcm_expr *lcm_step_of(struct lcm_lowering *l, const lcm_ast *update);
