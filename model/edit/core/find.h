/* Finding the nodes that the place of an edit means. */
#pragma once

#include "model/edit/core/editing.h"

/* Put the nodes at the place number "i" of the edit of which "can" says that
 * they can be meant into "*out"; none is diagnostic "edit-place", which says
 * that "what" is wanted and where some is. */
LCM_NODISCARD lcm_status lcm_edit_find(lcm_edit_spots *out,
                                       struct lcm_editing *e, size_t i,
                                       lcm_edit_can_fn can);
