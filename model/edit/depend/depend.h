/* Whether two parts of a program may be executed in another order, or at the
 * same time. */
#pragma once

#include "model/edit/depend/accesses.h"
#include "model/sections/sections.h"

/* Note whether "a" and "b" are independent: that is proved, assumed, or, where
 * it is proved not to be so, refused at "node". */
LCM_NODISCARD lcm_status lcm_edit_independent(
    struct lcm_editing *e, const struct lcm_edit_accesses *a,
    const struct lcm_edit_accesses *b, const struct lcm_edit_order *order,
    const struct lcm_edit_spot *spot);

/* Return whether "a" and "b" depend on each other, nothing being noted; whether
 * pointers that the function is given differ is not asked. */
lcm_overlap lcm_edit_overlap(lcm_ctx *ctx, const struct lcm_edit_accesses *a,
                             const struct lcm_edit_accesses *b,
                             const struct lcm_edit_order *order);
