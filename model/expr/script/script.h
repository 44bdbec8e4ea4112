/* Printing expressions as JavaScript, for pages that evaluate them. */
#pragma once

#include "model/expr/types.h"

/* Append the name that symbol "name" has in scripts: an identifier, whatever is
 * in "name", and another one for every other name. */
void lcm_put_script_name(lcm_buf *buf, const char *name);

/* Append "e" as an expression in JavaScript over Math.*, lcmMod(), lcmSum(),
 * lcmProd(), lcmMax() and the names of its symbols. */
void lcm_put_script(lcm_buf *buf, const lcm_expr *e);
