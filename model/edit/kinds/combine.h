/* The verb combine: one message instead of one in each round of a loop. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_combine(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_combine(struct lcm_editing *e,
                                          const struct lcm_edit_spot *spots,
                                          size_t n);
