/* Locks that are taken in opposite orders. */
#pragma once

#include "composer/engine/play/play.h"

/* Return an actor that waits for a lock which is held by one that waits for
 * another lock, and so on in a circle, where they would not if one of them had
 * come later: the circle is reported.  (size_t)-1 where there is none. */
size_t lcm_play_crossed(struct lcm_play *p);
