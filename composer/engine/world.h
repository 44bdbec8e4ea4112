/* Worlds: the actors of one play and their scripts; made empty here, written by
 * script.c, team/actor.c and messages/, executed by play/. */
#pragma once

#include "composer/engine/events.h"

/* Return a new world of "n" actors. */
struct lcm_world lcm_world_new(struct lcm_run *run, size_t n, size_t most);

/* Append "step" to "script". */
void lcm_world_append(struct lcm_world *w, lcm_script *script,
                      struct lcm_step step);
