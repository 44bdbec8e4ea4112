/* Whether what subscripts and bounds in a parallel region speak of has one
 * value for all threads, throughout. */
#pragma once

#include "model/edit/race/watch.h"

/* What changes in a region, or is not the same for all threads. */
struct lcm_race_names {
  LCM_LIST(const char *) changed; /* names of variables */
  LCM_LIST(const char *) moved;   /* keys of variables that are written */
};

/* Put what changes in the region that "watch" has seen into "*out". */
void lcm_race_find_names(struct lcm_race_names *out,
                         const struct lcm_race_watch *watch);

/* Return whether all that "access" speaks of has one value, but for the indices
 * of loops around it. */
bool lcm_race_is_settled(const struct lcm_race_names *names, lcm_ctx *ctx,
                         const struct lcm_edit_access *access);
