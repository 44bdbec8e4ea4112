/* What every member of a team does for itself. */
#pragma once

#include "model/edit/core/editing.h"

/* Return whether the members of a team that execute the "n" nodes at "nodes"
 * change by themselves what they read, outside of the work that they divide:
 * what they leave depends on how many they are. */
bool lcm_edit_repeats(const struct lcm_editing *e, const lcm_node *const *nodes,
                      size_t n);

/* Note that it is assumed to be enough if one does what each did. */
void lcm_edit_assume_once(struct lcm_editing *e);
