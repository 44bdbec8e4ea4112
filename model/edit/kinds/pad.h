/* The verb pad: what members write lies on lines of their own. */
#pragma once

#include "model/edit/core/editing.h"

/* See edits.def. */
bool lcm_edit_can_pad(const struct lcm_edit_spot *spot);

/* Leave out what writes of the fragment at "spots" wait for lines. */
LCM_NODISCARD lcm_status lcm_edit_pad(struct lcm_editing *e,
                                      const struct lcm_edit_spot *spots,
                                      size_t n);
