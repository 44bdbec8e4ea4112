/* The verbs model and with: another cost of a fragment, or value of a name. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_model(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_model(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
bool lcm_edit_can_with(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_with(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);
