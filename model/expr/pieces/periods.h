/* Adds up what is the same again and again along an index. */
#pragma once

#include <stdbool.h>

#include "model/expr/pieces/pieces.h"

/* Put the sum, or the maximum, that "of" describes into "*out" by what its body
 * comes to in one period; false where its index occurs otherwise than in the
 * remainders of what is linear in it, or the range has less than two
 * periods. */
bool lcm_expr_sum_periods(double *out, const struct lcm_pieces_of *of);
