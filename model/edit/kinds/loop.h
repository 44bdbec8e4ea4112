#pragma once

#include "model/edit/core/editing.h"

/* Of model/edit/kinds/loop.c. */
bool lcm_edit_can_schedule(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_schedule(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);
bool lcm_edit_can_chunk(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_chunk(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
