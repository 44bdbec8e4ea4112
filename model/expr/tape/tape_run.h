/* Evaluating a tape at many points, a block at a time. */
#pragma once

#include "model/expr/types.h"

/* Evaluate "tape" at "points" points.  columns[j][i] is the value of name j
 * at point i; results[k][i] receives expression k there, NaN where it is
 * undefined. */
void lcm_tape_run(const lcm_tape *tape, const double *const *columns,
                  size_t points, double *const *results);
