/* Tasks put aside until members wait for them. */
#pragma once

#include "composer/engine/run.h"

/* Let the members of "team" run the tasks in its pool. */
void lcm_run_drain(struct lcm_run *run, struct lcm_team *team);
