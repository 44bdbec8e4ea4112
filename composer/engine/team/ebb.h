/* Members of a team that are done with a loop leave their part of what all
 * share to the others. */
#pragma once

#include "composer/engine/record/record.h"

/* Where the members of a team are. */
struct lcm_ebb {
  double *clocks;
  double *waits;           /* what each has lost to resource contention */
  struct lcm_noting noted; /* what was noted until then */
};

/* Return where the members of "team" are. */
struct lcm_ebb lcm_ebb_begin(struct lcm_run *run, const struct lcm_team *team);

/* What the members of "team" have done since "before" was priced as if all of
 * them shared the bandwidth of memory until the end: let those that go on have
 * what is free once others are done.  Return which part of the contention is
 * left. */
double lcm_ebb_end(struct lcm_run *run, struct lcm_team *team,
                   const struct lcm_ebb *before);
