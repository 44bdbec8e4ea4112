/* Which syntax needs nodes of its own, and which calls have no model. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Mark what needs nodes of its own in "function". */
void lcm_lower_mark(struct lcm_lowering *l, lcm_ast *function);

/* Return why the call "ast" has no model; NULL where it has one or is none. */
const char *lcm_call_oddity(struct lcm_lowering *l, const lcm_ast *ast);
