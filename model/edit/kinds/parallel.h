/* The verbs parallelize and sections: a team shares a loop, or statements. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_parallelize(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_parallelize(struct lcm_editing *e,
                                              const struct lcm_edit_spot *spots,
                                              size_t n);
bool lcm_edit_can_sections(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_sections(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);
