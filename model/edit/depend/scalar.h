/* How iterations of a loop use a scalar: private, a sum, or carried over. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Return whether what comes behind the loop "spot" in its function reads the
 * variable "key", before anything there writes it. */
bool lcm_edit_is_read_behind(const struct lcm_edit_spot *spot, const char *key);

/* Return whether "section" is a variable, or a member of one, and no array. */
bool lcm_edit_is_variable(const lcm_section *section);

/* Return whether "a" and "b" are the same variable or member of one. */
bool lcm_edit_is_same(const lcm_section *a, const lcm_section *b);

/* Put how "all", the accesses of one round, use "whole", a variable or a member
 * of one, into "*out". */
void lcm_edit_scalar_use(struct lcm_edit_scalar *out,
                         const struct lcm_edit_accesses *all,
                         const lcm_section *whole);

/* Return whether the accesses "all" of one round do nothing with the elements
 * of "array", or with the member of them that it is, but add to them, by one
 * statement; "*rounded": and that rounds. */
bool lcm_edit_is_added_to(bool *rounded, const struct lcm_edit_accesses *all,
                          const lcm_section *array);

/* Return whether the accesses "a" and "b", two of "all", may only combine the
 * same with something in the same way: a reduction. */
bool lcm_edit_may_join(const struct lcm_edit_accesses *all,
                       const struct lcm_edit_access *a,
                       const struct lcm_edit_access *b);

/* Return whether something outside of the loop at "spot" reads the variable
 * "key". */
bool lcm_edit_is_read_elsewhere(const struct lcm_editing *e,
                                const struct lcm_edit_spot *spot,
                                const char *key);
