/* What contention takes beyond the bound of a parallel part: estimates. */
#pragma once

#include "composer/bound/evaluation.h"
#include "composer/bound/types.h"

/* Parts with more processes than this are not laid out as a matrix. */
enum { LCM_BOUND_ROWS = 32 };

/* Put the estimates of "fork", whose bounds are known, into its value. */
void lcm_bound_contend(struct lcm_bound_run *run, struct lcm_bound_fork *fork);

/* Lay the demands of the branches of "fork", which use single resources each
 * once a turn, out as a matrix into "*out"; false where they are none. */
bool lcm_bound_section(struct lcm_bound_run *run,
                       const struct lcm_bound_fork *fork,
                       struct lcm_section_demands *out);

/* Return whether several statements of "fork" signal the same condition. */
bool lcm_bound_has_rivals(const struct lcm_bound_fork *fork);
