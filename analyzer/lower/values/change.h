/* Which variables change, and where their values can be followed. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note the locals of "function" and which of them cannot be followed. */
void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function);

/* Note the variables at file scope. */
void lcm_lower_globals(struct lcm_lowering *l);
