/* Whether two pointers of a function may point to the same data. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Return whether pointers that are kept in the variable of the accesses "a" and
 * "b" may lead both to the same data, whatever the subscripts before them. */
bool lcm_edit_may_lead(const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b);

/* Return whether "a" and "b" of one variable of "function" are different
 * memory, since pointers that are kept there lead to memory of their own. */
bool lcm_edit_is_other_memory(const struct lcm_editing *e,
                              const lcm_function *function,
                              const lcm_section *a, const lcm_section *b);

/* Note whether the accesses "a" and "b" of "function", which are to different
 * elements of one variable, in different rounds of "range" (NULL: anywhere),
 * may be to the same data, since pointers that are kept there lead to these;
 * return whether they are known not to be. */
bool lcm_edit_kept_apart(struct lcm_editing *e, const lcm_function *function,
                         const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b,
                         const lcm_iteration *range);

/* Note whether pointers through which the accesses "a" and "b" of "function"
 * go, one of which writes, may point to the same data; return whether they are
 * known not to. */
bool lcm_edit_apart(struct lcm_editing *e, const lcm_function *function,
                    const lcm_section *a, const lcm_section *b);
