/* Printing expressions in all notations: text, LaTeX, C, Python. */
#pragma once

#include "model/expr/types.h"

/* Return "e" as text that the caller frees; NULL when out of memory. */
LCM_GIVE char *lcm_expr_to_str(const lcm_expr *e, lcm_notation notation);
