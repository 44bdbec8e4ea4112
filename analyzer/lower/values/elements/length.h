/* How long texts are. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how many bytes the text has that the expression "ast" points to: as it
 * is written, or as calls of memset() or a loop fill its array; NULL where
 * nothing says that. */
const lcm_expr *lcm_text_length(struct lcm_lowering *l, const lcm_ast *ast);
