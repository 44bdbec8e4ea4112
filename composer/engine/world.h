/* Worlds of actors: made empty, then written by script.c. */
#pragma once

#include "composer/engine/events.h"

/* Return a new world of "n" actors. */
struct lcm_world lcm_world_new(struct lcm_run *run, size_t n, size_t most);

/* Append "step" to "script". */
void lcm_world_append(struct lcm_world *w, lcm_script *script,
                      struct lcm_step step);
