/* The verbs parallelize, schedule, chunk, collapse: directives of loops. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `parallelize` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_parallelize(struct lcm_patching *p,
                           const struct lcm_edit_spot *spots, size_t n);

/* Write the step `schedule` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_schedule(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n);

/* Write the step `chunk` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_chunk(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                     size_t n);

/* Write the step `collapse` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_collapse(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n);
