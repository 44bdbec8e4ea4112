/* Assignments to a place of what it holds, where the text of the place is more
 * than a name and subscripts: `*at(a, 1) = *at(a, 1) - 3`. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether one of the statements from "first" to "last" combines what
 * "section" is with something, perhaps, where a call or a sum of pointers leads
 * there. */
bool lcm_itself_combines(const struct lcm_lowering *l,
                         const lcm_section *section, const lcm_ast *first,
                         const lcm_ast *last);
