/* The verb reduce: each thread does alone what was done under a lock. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_reduce(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_reduce(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);
