/* Sums of what changes smoothly with the index but for a few bends and jumps,
 * and is no polynomial of it: added up from some of its values. */
#pragma once

#include "model/expr/pieces/pieces.h"

/* Return whether the body of the sum "of" may be added up so: nothing in it
 * that depends on an index rounds, compares for equality or repeats. */
bool lcm_expr_is_smooth(const struct lcm_pieces_of *of);

/* Put the sum "of", for which lcm_expr_is_smooth holds, into "*out", to a
 * few parts in a million, or its largest addend; false where a few thousand
 * values are not enough, or one of them does not exist.  Between the places
 * that are looked at, which are closest at both ends, no condition may hold
 * twice, and the largest addend is near the largest of theirs. */
bool lcm_expr_sum_smooth(double *out, const struct lcm_pieces_of *of);
