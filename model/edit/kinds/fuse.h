/* The verb fuse: two loops or parallel regions become one. */
#pragma once

#include "model/edit/core/editing.h"

/* Return whether the ranges of the loops "a" and "b" are the same but for the
 * names of their indices. */
bool lcm_edit_alike(const lcm_node *a, const lcm_node *b);

/* Return one round of the loop "b", as lcm_edit_round, with the indices of the
 * loop "a". */
const lcm_node *lcm_edit_round_as(struct lcm_editing *e, const lcm_node *a,
                                  const lcm_node *b);

/* What each verb can be made of, and making it (core/edits.def). */
bool lcm_edit_can_fuse(const struct lcm_edit_spot *spot);
LCM_NODISCARD lcm_status lcm_edit_fuse(struct lcm_editing *e,
                                       const struct lcm_edit_spot *spots,
                                       size_t n);
