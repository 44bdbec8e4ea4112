/* Reading the argument of an edit. */
#pragma once

#include "model/edit/core/editing.h"

/* Parse the argument of the edit from byte "from" on, an expression, into
 * "*out". */
LCM_NODISCARD lcm_status lcm_edit_expression(const lcm_expr **out,
                                             struct lcm_editing *e,
                                             size_t from);

/* Parse "KIND[,CHUNK]", the argument of the edit, into "loop", which is a
 * PARLOOP. */
LCM_NODISCARD lcm_status lcm_edit_dealing(lcm_node *loop,
                                          struct lcm_editing *e);
