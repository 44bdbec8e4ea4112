/* Entering and leaving functions. */
#pragma once

#include "composer/engine/run.h"

/* Call "fn" in the scope of the callee of "node", if it has a body; the
 * function "fn" gets the body. */
bool lcm_run_enter(struct lcm_run *run, const lcm_node *node,
                   struct lcm_run *saved, const lcm_node **body);

/* The same for a call by the members of "team" (NULL: by the one that is being
 * followed), whose arguments may differ. */
bool lcm_run_enter_members(struct lcm_run *run, const struct lcm_team *team,
                           const lcm_node *node, struct lcm_run *saved,
                           const lcm_node **body);

/* Leave the callee again. */
void lcm_run_leave(struct lcm_run *run, const struct lcm_run *saved);
