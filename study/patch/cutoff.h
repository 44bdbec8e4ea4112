/* The verb cutoff: tasks are made only where a condition holds. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `cutoff` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_cutoff(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n);
