/* Bounds on the results of a tape over a box of points. */
#pragma once

#include "model/expr/types.h"

/* Put what expression "k" of "tape" lies within, while name j is anywhere in
 * inputs[j], into out[0], and what its slope by name number "axis" lies within
 * into out[1] (where it has corners, between the slopes on both sides).  Both
 * hold in spite of rounding; infinite where nothing is known. */
void lcm_tape_bounds(struct lcm_bounds out[2], const lcm_tape *tape, size_t k,
                     const struct lcm_bounds *inputs, size_t axis);
