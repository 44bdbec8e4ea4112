#pragma once

#include "model/edit/core/editing.h"

/* Of model/edit/guard.c. */
bool lcm_edit_can_unlock(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_unlock(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);
bool lcm_edit_can_check(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_check(struct lcm_editing *e,
                                        const struct lcm_edit_spot *spots,
                                        size_t n);
bool lcm_edit_can_partition(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_partition(struct lcm_editing *e,
                                            const struct lcm_edit_spot *spots,
                                            size_t n);
