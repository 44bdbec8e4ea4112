/* Params that several places of a program speak of. */
#pragma once

#include "model/structure/program.h"

/* Add what "more" says of the param "known" of the same name, which does not
 * say it itself: its value, its range, what it is.  False where both give it a
 * value, and not the same. */
bool lcm_param_join(lcm_param *known, const lcm_param *more);
