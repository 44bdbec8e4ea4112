/* Pointers that are kept in arrays and members: whether each of them leads to
 * memory that was allocated for it alone. */
#pragma once

#include "analyzer/lower/access/collection.h"

/* Return whether all pointers that are kept where "place", an element or
 * member, is lead to memory that was allocated for each of them alone: the file
 * shows all that sets them; "nested": "place" itself lies behind such a
 * pointer. */
bool lcm_own_kept(struct lcm_collection *c, const lcm_ast *place, bool nested);

/* Return whether the elements of the array, or of the memory, that "ref" is or
 * points to are such pointers. */
bool lcm_own_rows(struct lcm_collection *c, const lcm_ast *ref);
