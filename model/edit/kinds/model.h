#pragma once

#include "model/edit/core/editing.h"

/* Of model/edit/kinds/model.c. */
bool lcm_edit_can_model(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_model(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
bool lcm_edit_can_with(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_with(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);
