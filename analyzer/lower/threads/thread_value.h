/* The values and instances of objects of threads. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the value of the expression "ast", NULL where it has no model. */
const lcm_expr *lcm_thread_expr(struct lcm_lowering *l, const lcm_ast *ast);

/* Put that with the values of its subscripts into "*out". */
void lcm_thread_object(struct lcm_instance *out, struct lcm_lowering *l,
                       const lcm_ast *ast);

/* Return the sizes (see lcm_ast) of the variable that the object "ast" is a
 * part of, NULL where they are not known. */
const long long *lcm_thread_sizes(struct lcm_lowering *l, const lcm_ast *ast);
