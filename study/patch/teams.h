/* The verbs serialize, nowait, threads, prioritize: teams, barriers, tasks. */
#pragma once

#include "study/patch/patching.h"

/* Write the step `serialize` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_serialize(struct lcm_patching *p,
                         const struct lcm_edit_spot *spots, size_t n);

/* Write the step `nowait` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_nowait(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n);

/* Write the step `threads` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_threads(struct lcm_patching *p,
                       const struct lcm_edit_spot *spots, size_t n);

/* Write the step `prioritize` of "p" at the "n" places "spots"; false, and a
 * diagnostic, where it cannot be written. */
bool lcm_patch_prioritize(struct lcm_patching *p,
                          const struct lcm_edit_spot *spots, size_t n);
