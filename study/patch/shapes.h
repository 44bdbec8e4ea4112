/* The verbs fuse, split, move: loops, regions and statements as text. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `fuse` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_fuse(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                    size_t n);

/* Write the step `split` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_split(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                     size_t n);

/* Write the step `move` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_move(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                    size_t n);
