/* What ranks do that rests on a guess. */
#pragma once

#include "composer/engine/events.h"

/* Note what is guessed where the present rank takes alternative "taken" of the
 * branch "node" ((size_t)-1: none), by chance where "random". */
void lcm_guess_branch(struct lcm_world *w, const lcm_node *node, size_t taken,
                      bool random);

/* Note what is guessed of how often the loop "node" runs; "waits": as often as
 * there are requests that it waits for. */
void lcm_guess_loop(struct lcm_world *w, const lcm_node *node, bool waits);

/* Note what is guessed where "node" is taken as a whole: that it sends no
 * messages, and that nothing is left from there. */
void lcm_guess_whole(struct lcm_world *w, const lcm_node *node);
