/* Which data the nodes of an edit read and write, through calls as well. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Add the accesses of "node", which stands in "function", and of what it calls
 * to "*out". */
void lcm_edit_touch(struct lcm_edit_accesses *out, struct lcm_editing *e,
                    const lcm_function *function, const lcm_node *node);

/* Return whether "section" lies behind a pointer of which nobody knows where it
 * points: it belongs to whom that points to, wherever the pointer lives. */
bool lcm_edit_is_elsewhere(const lcm_section *section);
