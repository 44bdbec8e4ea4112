/* The verbs of tasks: cutoff, they are made only where a condition holds;
 * prioritize, which of them are taken first. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_cutoff(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_cutoff(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);
bool lcm_edit_can_prioritize(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_prioritize(struct lcm_editing *e,
                                             const struct lcm_edit_spot *spots,
                                             size_t n);
