/* Branches by chance around locks, tasks or messages: one alternative is
 * followed, not the mean of all. */
#pragma once

#include "composer/engine/events.h"

/* Return the alternative of the branch "node" that is taken now: the one whose
 * turn it is, so that in the long run each is taken as often as its chance
 * says, or the one that the dice of the player of "w" say; (size_t)-1: none. */
size_t lcm_turn_take(struct lcm_world *w, const lcm_node *node);

/* Note the branches of "w", whose actors have done all, of which an alternative
 * that does something was taken more often or less often than its chances say
 * by a quarter of that: the times are those of one outcome. */
void lcm_turns_tell(struct lcm_world *w);
