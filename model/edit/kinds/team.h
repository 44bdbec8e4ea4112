/* The verbs threads and teams: how many processors a part gets. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_threads(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_threads(struct lcm_editing *e,
                                          const struct lcm_edit_spot *spots,
                                          size_t n);
bool lcm_edit_can_teams(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_teams(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
