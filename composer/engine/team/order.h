/* The order in which members run tasks. */
#pragma once

#include "composer/engine/events.h"

/* Return by which rules members of teams take tasks: those of the library that
 * the machine names. */
enum lcm_tasking lcm_run_tasking(const struct lcm_run *run);

/* Let the actors of "w", members of a team who make tasks, do what is written
 * down, in the order of "run". */
void lcm_world_play_tasks(struct lcm_world *w);
