/* Worlds: the actors of one play and their scripts; made empty here, written by
 * script.c, team/actor.c and messages/, executed by play/. */
#pragma once

#include "composer/engine/events.h"

/* Return a new world of "n" actors. */
struct lcm_world lcm_world_new(struct lcm_run *run, size_t n, size_t most);

/* Append "step" to "script". */
void lcm_world_append(struct lcm_world *w, lcm_script *script,
                      struct lcm_step step);

/* What settles a guess about a value. */
#define LCM_GIVE_VALUES                                                        \
  "what follows from ranks, their number and -D values is followed"

/* What the present rank of "w" does from now on, or (no ranks) what all actors
 * do, rests on a guess: at "node", "what" is taken to be the case; "give" says
 * what would settle it. */
void lcm_world_guess(struct lcm_world *w, const lcm_node *node,
                     const char *what, const char *give);
