/* The variables that parallel regions share. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note which locals of "function" parallel regions in it touch. */
void lcm_lower_seen(struct lcm_lowering *l, const lcm_ast *function);
