/* Two accesses that touch the same in two iterations of a loop, as far as their
 * subscripts say: found by trying values. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Return whether "a" and "b" touch the same element in different iterations of
 * the loop over "range", if both are made: some of them are tried, with a
 * small number for each name whose value is not known.  That proves nothing,
 * but is so for most values. */
bool lcm_edit_clash(lcm_ctx *ctx, const lcm_iteration *range,
                    const struct lcm_edit_access *a,
                    const struct lcm_edit_access *b);

/* Return whether a branch in "loop" asks for its index: what is done only there
 * may be done in one iteration. */
bool lcm_edit_asks_index(const lcm_node *loop);
