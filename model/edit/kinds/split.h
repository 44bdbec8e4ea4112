/* The verb split: a loop or parallel region becomes several. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_split(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_split(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
