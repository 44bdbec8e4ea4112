/* Recurrences solved in closed form. */
#pragma once

#include "composer/formula/recurrence.h"

/* Solve the parts of "r" into "out". */
void lcm_recursion_solve(struct lcm_recurrence *out, struct lcm_recursion *r);
