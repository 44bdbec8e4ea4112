#pragma once

#include "composer/engine/internal.h"

/* Let member "m" make the task "node": it goes to the pool, or is run at once
 * where its `if` clause says so. */
void lcm_run_make_task(struct lcm_run *run, struct lcm_team *team, size_t m,
                       const lcm_node *node);

/* Let the members of "team" run the tasks in its pool. */
void lcm_run_drain(struct lcm_run *run, struct lcm_team *team);
