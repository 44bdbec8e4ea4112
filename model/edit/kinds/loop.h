/* The verbs schedule and chunk: iterations are assigned in another way. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_schedule(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_schedule(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);
bool lcm_edit_can_chunk(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_chunk(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
