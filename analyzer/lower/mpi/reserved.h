/* Params that declare a reserved name. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Report the params of the file that have a reserved name and would say
 * nothing. */
void lcm_reserved_check(struct lcm_lowering *l);
