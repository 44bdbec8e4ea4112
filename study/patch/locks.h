/* The verbs reduce, unlock: locks. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `reduce` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_reduce(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n);

/* Write the step `unlock` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_unlock(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n);
