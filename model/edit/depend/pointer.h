/* Whether two pointers of a function may point to the same data. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Note whether pointers through which the accesses "a" and "b" of "function"
 * go, one of which writes, may point to the same data; return whether they are
 * known not to. */
bool lcm_edit_apart(struct lcm_editing *e, const lcm_function *function,
                    const lcm_section *a, const lcm_section *b);
