/* The verb move: a statement comes earlier. */
#pragma once

#include "model/edit/core/editing.h"

/* Whether "spot" can move, and moving it (verb of edits.def). */
bool lcm_edit_can_move(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_move(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);
