/* Adds up what is one number on long stretches of an index. */
#pragma once

#include <stdbool.h>

#include "model/expr/pieces/pieces.h"

/* Put the sum, or the maximum, that "of" describes into "*out": stretches on
 * which bounds show that the body is one number are multiplied, the other
 * places added one by one.  False where the range is short, the body too long
 * for that, or a value does not exist. */
bool lcm_expr_sum_flat(double *out, const struct lcm_pieces_of *of);
