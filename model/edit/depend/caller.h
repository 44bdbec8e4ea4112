/* Who calls the function of an edit: a team together, or one member of it. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Put who calls the function number "function" into "*out". */
void lcm_edit_find_callers(struct lcm_edit_callers *out, struct lcm_editing *e,
                           size_t function);

/* Put whether the members of one team execute "spot" together, also because
 * they call its function, into "*shared", and note that as a premise.  Where
 * some do and others come alone: diagnostic "edit-place". */
LCM_NODISCARD lcm_status lcm_edit_sharing(bool *shared, struct lcm_editing *e,
                                          const struct lcm_edit_spot *spot);

/* Return whether "value" (may be NULL), in the function number "function", is
 * different in each thread of a team. */
bool lcm_edit_is_of_thread(struct lcm_editing *e, size_t function,
                           const lcm_expr *value);
