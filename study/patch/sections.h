/* The verb sections: statements side by side. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `sections` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_sections(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n);
