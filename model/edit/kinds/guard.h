/* The verbs unlock, check and partition: less is done under a lock. */
#pragma once

#include "model/edit/core/editing.h"

/* What each verb can be made of, and making it (core/edits.def). */
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
