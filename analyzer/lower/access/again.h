#pragma once

#include "analyzer/lower/control/internal.h"

/* Enter a loop over "range", and leave it. */
void lcm_nest_enter(struct lcm_lowering *l, struct lcm_nest *nest,
                    lcm_iteration range);
void lcm_nest_leave(struct lcm_lowering *l, struct lcm_nest *nest);

/* Note that "section", in which the indices of the loops stand, is written
 * ("write") or read in the innermost loop. */
void lcm_nest_access(struct lcm_lowering *l, struct lcm_nest *nest,
                     const lcm_section *section, bool write);

/* Let "node" say what the loops in it touch again. */
void lcm_nest_finish(struct lcm_lowering *l, struct lcm_nest *nest,
                     lcm_node *node);
