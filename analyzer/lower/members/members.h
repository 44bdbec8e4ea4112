/* What functions do to the members of structures. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Let "body", that of "function", which is being lowered, say what it does to
 * members of structures that are whole numbers; the first function of a file
 * says it for the file, too. */
void lcm_members_note(struct lcm_lowering *l, lcm_node *body,
                      const lcm_ast *function);
