/* Whether OpenMP takes the header of a loop as it is written. */
#pragma once

#include "study/patch/patching.h"

/* Return whether the loop "loop" of "source" has a header of the form that
 * OpenMP divides: `i = a; i < b; i += c`, or what means the same there. */
bool lcm_patch_is_canonical(const struct lcm_patch_source *source,
                            const struct lcm_patch_loop *loop);
