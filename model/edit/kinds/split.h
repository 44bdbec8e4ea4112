#pragma once

#include "model/edit/core/editing.h"

/* Of model/edit/kinds/split.c. */
bool lcm_edit_can_split(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_split(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
