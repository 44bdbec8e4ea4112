/* The verb nowait: a barrier is removed. */
#pragma once

#include "model/edit/core/editing.h"

/* Check that the iterations of the parallel loop at "spot" may be assigned in
 * another way: no loop from which no barrier divides it relies on each thread
 * having the same iterations of both. */
LCM_NODISCARD lcm_status lcm_edit_check_schedule(
    struct lcm_editing *e, const struct lcm_edit_spot *spot);

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_nowait(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_nowait(struct lcm_editing *e,
                                         const struct lcm_edit_spot *spots,
                                         size_t n);
