/* Adds up what is the same again and again along an index. */
#pragma once

#include <stdbool.h>

#include "model/expr/pieces/pieces.h"

/* Put the sum, or the maximum, that "of" describes into "*out" by what its body
 * comes to in one period; false where its index occurs otherwise than in the
 * remainders of what is linear in it, or the range has less than two
 * periods. */
bool lcm_expr_sum_periods(double *out, const struct lcm_pieces_of *of);

/* Return the period of the body "body" of a sum over "index", a whole number,
 * where numbers that are written in it say that it has one; else 0. */
double lcm_expr_period(const lcm_expr *body, const char *index);
