/* Data that the loops inside a fragment touch again in each round. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* A loop inside a fragment, or the fragment itself, with what stands in it. */
struct lcm_loop_level {
  lcm_iteration range;
  lcm_node_list children;
  lcm_section_list reads;
  lcm_section_list writes;
};

/* The loops inside a fragment; {0}: none yet. */
struct lcm_loop_nest {
  /* that are open, the fragment first */
  LCM_LIST(struct lcm_loop_level) levels;
  /* accesses in loops */
  size_t n;
};

/* Enter a loop over "range", and leave it. */
void lcm_nest_enter(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                    lcm_iteration range);
void lcm_nest_leave(struct lcm_lowering *l, struct lcm_loop_nest *nest);

/* Note that "section", in which the indices of the loops stand, is written
 * ("write") or read in the innermost loop; return it as it was noted before,
 * NULL where it was not. */
lcm_section *lcm_nest_access(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                             const lcm_section *section, bool write);

/* Let "node" say what the loops in it touch again. */
void lcm_nest_finish(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                     lcm_node *node);
