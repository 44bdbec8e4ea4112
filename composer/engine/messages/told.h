/* Numbers that ranks were told by MPI functions. */
#pragma once

#include "composer/engine/messages/rank_internal.h"

/* Let "name" be "value" for the present rank; NAN: not known. */
void lcm_rank_tell(struct lcm_world *w, const char *name, double value);

/* Let what the present rank was told of "name" hold no more. */
void lcm_rank_drop(struct lcm_world *w, const char *name);

/* Bind again what the present rank was told that holds where it is, and forget
 * what does not any more. */
void lcm_rank_recall(struct lcm_world *w);
