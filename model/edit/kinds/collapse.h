/* The verb collapse: a parallel loop is divided with the loop in it. */
#pragma once

#include "model/edit/core/editing.h"

/* Return the loop that each iteration of the loop "node" consists of; NULL
 * where there is none, or something else beside it. */
const lcm_node *lcm_edit_nested(const lcm_node *node);

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_collapse(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_collapse(struct lcm_editing *e,
                                           const struct lcm_edit_spot *spots,
                                           size_t n);
