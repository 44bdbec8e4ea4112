/* Subscripts that macros make. */
#pragma once

#include "analyzer/lower/access/collection.h"

/* Return the index of the subscript "ast", which a macro makes, as
 * lcm_place_expr. */
const lcm_expr *lcm_place_macro_index(struct lcm_collection *c,
                                      const lcm_ast *ast);
