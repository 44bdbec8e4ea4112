/* Values that loops keep in memory. */
#pragma once

#include "incore/types.h"

/* Put into the facts of "loop", whose places in memory that stay are in its
 * facts, how often in an iteration a value that is loaded from such a place is
 * stored there again after something was computed from it, and the cycles of
 * what is computed.  Nothing where it calls functions. */
void lcm_forward_find(struct lcm_asm_loop *loop);
