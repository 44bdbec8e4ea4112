#pragma once

#include "model/edit/core/editing.h"

/* Of model/edit/kinds/team.c. */
bool lcm_edit_can_threads(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_threads(struct lcm_editing *e,
                                          const struct lcm_edit_spot *spots,
                                          size_t n);
bool lcm_edit_can_teams(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_teams(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
