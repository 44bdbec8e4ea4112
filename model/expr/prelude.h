/* The helper functions that expressions printed as C or Python call. */
#pragma once

#include "model/expr/types.h"

/* Return the helper functions that expressions printed in LCM_C or LCM_PYTHON
 * may call, as source text. */
const char *lcm_expr_prelude(lcm_notation notation);
